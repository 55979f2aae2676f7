import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeHTML } from "entities";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import { html, safeHtml } from "../frame/html.ts";
import type { DocsContent, DocsPage, DocsSection } from "./docs-page.ts";
import { storedFilePath } from "./stored-file.ts";

const folder = join(import.meta.dir, "../../../docs");
const read = (file: string) => readFileSync(join(folder, file), "utf8");

export const pictures = new Map(
  readdirSync(join(folder, "pictures")).map((name) => {
    const file = join(folder, "pictures", name);
    return [name, { file, path: storedFilePath(file) }];
  }),
);

export const documentPages: readonly DocsPage[] = (
  JSON.parse(read("contents.json")) as { title: string; pages: string[] }[]
).flatMap(({ title: group, pages }) => pages.map((name) => documentPage(name, group)));

function documentPage(name: string, group: string): DocsPage {
  const [, title, rest] = /^# (.+)\n([\s\S]*)$/.exec(read(`${name}.md`)) ?? [];
  if (title === undefined) throw new Error(`docs/${name}.md must begin with "# " and a title`);
  const [, paragraph = title] = /^\s*((?![#|`>*-]).+(?:\n.+)*)/.exec(rest!) ?? [];
  const markdown = withSiteLinks(rest!.trim());
  let content: Promise<DocsContent> | undefined;
  return {
    path: `/docs/${name}`,
    title,
    group,
    description: paragraph
      .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
      .replace(/[`*]/g, "")
      .replace(/\s+/g, " "),
    content() {
      content ??= contentOf(title, markdown);
      return content;
    },
  };
}

/** Turns links between documents into links between their pages, and links to files outside docs/ into text. */
function withSiteLinks(markdown: string): string {
  return markdown
    .replace(/\]\((?:\.\/)?([\w-]+)\.md(#[^)\s]*)?\)/g, "](/docs/$1$2)")
    .replace(/(?<=\]\()(?:\.\/)?pictures\/([\w.-]+)/g, (whole, name) => pictures.get(name)?.path ?? whole)
    .replace(/(?<!!)\[([^\]]+)\]\(\.\.\/[^)]*\)/g, "$1");
}

async function contentOf(title: string, markdown: string): Promise<DocsContent> {
  // The sanitiser resolves links against an origin to recognise those that lead to other sites.
  const rendered = await renderMarkdown(markdown, "https://docs.invalid");
  const [intro, ...parts] = rendered.split(/(?=<h[2-6]>)/);
  const sections: DocsSection[] = [{ id: "", level: 1, heading: title, text: textOf(intro!) }];
  const anchors = new Map<string, number>();
  const withIds = parts.map((part) => {
    const [whole, level, inner] = /^<h([2-6])>([\s\S]*?)<\/h\1>/.exec(part)!;
    const rest = part.slice(whole.length);
    const heading = textOf(inner!);
    const anchor = githubAnchor(heading);
    const earlier = anchors.get(anchor) ?? 0;
    anchors.set(anchor, earlier + 1);
    const id = earlier === 0 ? anchor : `${anchor}-${earlier}`;
    sections.push({ id, level: Number(level), heading, text: textOf(rest) });
    return `<h${level} id="${id}">${inner}</h${level}>${rest}`;
  });
  const body = [intro, ...withIds]
    .join("")
    .replaceAll("<pre>", '<pre class="copied" tabindex="0" role="group" aria-label="Code">')
    .replace(/<table>[\s\S]*?<\/table>/g, labelledTable);
  return { body: safeHtml(body), sections, markdown: `# ${title}\n\n${markdown}` };
}

const roles = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row", th: "columnheader", td: "cell" };

/** Adds the roles and labels that table.ts sets, so that narrow screens can show each row as a block. */
function labelledTable(table: string): string {
  const labels = [...table.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/g)].map(([, label]) => textOf(label!));
  let cells = 0;
  const breakable = table.replace(/(?<=<code>)[^<]+/g, (code) => code.replace(/[/:_]+/g, "$&<wbr>"));
  return breakable.replace(/<(table|thead|tbody|tr|th|td)\b/g, (tag, name: keyof typeof roles) => {
    const label = name === "td" && html` data-label="${labels[cells++ % labels.length]}"`;
    return `${tag} ${html`role="${roles[name]}"${label}`}`;
  });
}

const textOf = (markup: string): string =>
  decodeHTML(
    markup
      .replace(/<thead>[\s\S]*?<\/thead>/g, "")
      .replace(/<\/t[dh]>\s*(?=<t)/g, ": ")
      .replace(/(?<![.!?])<\/t[dh]>\s*<\/tr>/g, ". ")
      .replace(/<\/?(?:a|code|del|em|strong)\b[^>]*>/g, "")
      .replace(/<[^>]*>/g, " "),
  )
    .replace(/\s+/g, " ")
    .trim();

/** The anchor that GitHub gives a heading. */
const githubAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
