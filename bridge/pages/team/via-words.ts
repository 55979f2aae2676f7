/** How a change was made. `through` is the name of the app or API key. */
export function viaWords(via: string, through: string | null): string {
  const [kind, ...rest] = via.split(":");
  const detail = rest.join(":");
  if (kind === "browser") return "in the browser";
  if (kind === "mail") return "with a link from an email";
  if (kind === "key") return `with the API key “${through ?? detail}”`;
  if (kind === "app") return `through the app “${through ?? detail}”`;
  if (kind === "job") return `by the job ${detail}`;
  if (kind === "admin") return detail === "" ? "with a command" : `with a command as ${detail.split("/")[0]}`;
  return `through ${via}`;
}
