/** What a browser would send of the form that posts to a path, as it stands on the page, without its buttons. */
export function formOf(page: string, action: string): Map<string, string[]> {
  const form = new RegExp(`<form [^>]*action="${action}"[^>]*>(.*?)</form>`, "s").exec(page)?.[1] ?? "";
  const sent = new Map<string, string[]>();
  const add = (name: string, value: string) => sent.set(name, [...(sent.get(name) ?? []), decoded(value)]);
  for (const [, inside] of form.matchAll(/<input ([^>]*)>/g)) {
    const attribute = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(inside!)?.[1] ?? "";
    const isOff = /type="(?:checkbox|radio)"/.test(inside!) && !/ checked/.test(inside!);
    if (!isOff) add(attribute("name"), attribute("value"));
  }
  // Browsers leave out the line break that begins the text of a textarea.
  for (const [, name, text] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>\n?([^<]*)<\/textarea>/g))
    add(name!, text!.replaceAll("\n", "\r\n"));
  return sent;
}

const entities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["#39", "'"],
]);
const decoded = (text: string) => text.replace(/&([^;]+);/g, (_, name: string) => entities.get(name)!);
