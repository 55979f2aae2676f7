import type { PageVisit } from "./visitor.ts";

/** Returns the form at `path` as a browser would send it, by field: one value alone, several as a list. */
export async function pageForm(
  { html }: Pick<PageVisit, "html">,
  path: string,
): Promise<Record<string, string | string[]>> {
  const fields = Object.entries(await formOf(html, path));
  return Object.fromEntries(fields.map(([name, values]) => [name, values.length > 1 ? values : values[0]!]));
}

/** The same with every value in a list: hidden fields, texts, ticked boxes and chosen options. */
export async function formOf(html: string, path: string): Promise<Record<string, string[]>> {
  const form = `form[action="${path.replaceAll("&", "&amp;")}"]`;
  const fields = new Map<string, string[]>();
  const add = (name: string, value: string) => void fields.set(name, [...(fields.get(name) ?? []), decoded(value)]);
  let area = "";
  let option: string | undefined;
  const reader = new HTMLRewriter()
    .on(`${form} input`, {
      element(input) {
        const type = input.getAttribute("type");
        if ((type === "checkbox" || type === "radio") && !input.hasAttribute("checked")) return;
        add(input.getAttribute("name")!, input.getAttribute("value") ?? "");
      },
    })
    .on(`${form} select`, {
      element(select) {
        const name = select.getAttribute("name")!;
        option = undefined;
        select.onEndTag(() => add(name, option ?? ""));
      },
    })
    // Without a selected option, browsers send the first.
    .on(`${form} option`, {
      element(element) {
        if (option === undefined || element.hasAttribute("selected")) option = element.getAttribute("value") ?? "";
      },
    })
    .on(`${form} textarea`, {
      element(element) {
        const name = element.getAttribute("name")!;
        area = "";
        // Browsers drop the line break after the start tag and send the others as CRLF.
        element.onEndTag(() => add(name, area.replace(/^\n/, "").replaceAll("\n", "\r\n")));
      },
      text: ({ text }) => {
        area += text;
      },
    });
  await reader.transform(new Response(html)).text();
  return Object.fromEntries(fields);
}

// HTMLRewriter neither decodes entities nor matches decoded attributes.
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);
