import { filled, line, secureUrl } from "../core/input/fields.ts";

export interface NavigationLink {
  label: string;
  /** A path of this site, or a URL. */
  path: string;
}

const labelSchema = filled(line(40));
const thisSite = "https://site.invalid";

/** Returns a target as a browser would resolve it, so that `/..//evil.example` is no path. Null: not allowed. */
function pathOf(target: string): string | null {
  const url = URL.parse(target, thisSite);
  if (!target.startsWith("/")) return url && secureUrl.safeParse(target).success ? url.href : null;
  const path = url?.origin === thisSite ? url.href.slice(thisSite.length) : "";
  return path === "" || path.startsWith("//") ? null : path;
}

/** Reads lines in the form `label > target`. */
export function readNavigation(text: string, max = Number.POSITIVE_INFINITY) {
  const links: NavigationLink[] = [];
  const faults: { line: number; message: string }[] = [];
  for (const [i, written] of text.split("\n").entries()) {
    if (written.trim() === "") continue;
    const fault = (message: string) => faults.push({ line: i + 1, message });
    const mark = written.lastIndexOf(">");
    const label = labelSchema.safeParse(written.slice(0, Math.max(mark, 0)));
    const path = pathOf(written.slice(mark + 1).trim());
    if (links.length === max) fault(`is one too many; use at most ${max} links`);
    else if (mark < 0) fault("must have the form “label > target”, such as “FAQ > /pages/faq”");
    else if (!label.success) fault("must have a label of 1 to 40 characters before “>”");
    else if (!path)
      fault("must lead to a path of this site, such as /pages/faq, or to an https URL without a user name");
    else links.push({ label: label.data, path });
  }
  return { links, faults };
}
