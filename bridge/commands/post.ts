import type { Command } from "commander";
import createBlogPost from "#tools/blog/create-blog-post.ts";
import updateBlogPost from "#tools/blog/update-blog-post.ts";
import { type Admin, AdminError, chosenSite, commaList, nounOf, siteOption, slugArgument } from "./command.ts";
import { readText } from "./lines.ts";

interface PostOptions {
  site?: string;
  slug?: string;
  title?: string;
  excerpt?: string;
  author?: string;
  tags?: string[];
  date?: string;
}

const maxExcerpt = 200;

export function addPost(program: Command, admin: Admin): void {
  const post = nounOf(program, "post");
  withPostOptions(post.command("create <file>"))
    .description(
      "Publish a Markdown file as a blog post; its first heading becomes the title, and its first paragraph becomes the excerpt",
    )
    .option("--slug <slug>", "slug (default: derived from the title)", slugArgument)
    .action(
      admin.withStore<PostOptions>(async (session, options, file) => {
        const site = await chosenSite(session, options.site);
        const text = splitTitle(await readText(file!));
        const title = options.title ?? text.title;
        if (!title) throw new AdminError(`${file} does not start with a "# heading". Add one, or set --title.`);
        const excerpt = options.excerpt ?? firstParagraph(text.body);
        const input = { ...inputOf(options), slug: options.slug, title, excerpt, body_markdown: text.body };
        const { slug } = await session.call(createBlogPost, input, site);
        return { data: { slug }, text: `Published the post ${slug}.` };
      }),
    );
  withPostOptions(post.command("update <slug> [file]"))
    .description("Update the given fields of a blog post, and its text if a file is given")
    .action(
      admin.withStore<PostOptions>(async (session, options, slug, file) => {
        const site = await chosenSite(session, options.site);
        const text = file === undefined ? null : splitTitle(await readText(file));
        const title = options.title ?? text?.title;
        await session.call(
          updateBlogPost,
          { ...inputOf(options), slug: slug!, title, body_markdown: text?.body },
          site,
        );
        return { data: { slug }, text: `Updated the post ${slug}.` };
      }),
    );
}

const withPostOptions = (command: Command) =>
  command
    .option(...siteOption)
    .option("--title <text>", "title")
    .option("--excerpt <text>", "excerpt of one or two sentences, shown in lists")
    .option("--author <name>", "author (default: the site's name)")
    .option("--tags <a,b>", "tags, separated by commas", commaList)
    .option("--date <date>", "publication date, YYYY-MM-DD or RFC 3339 (default: now)");

const inputOf = ({ excerpt, author, tags, date }: PostOptions) => ({
  excerpt,
  author,
  tags,
  published_at: date === undefined ? undefined : timeOf(date),
});

function timeOf(date: string): string {
  const time = new Date(date);
  if (!/^\d{4}-\d{2}-\d{2}/.test(date) || Number.isNaN(time.getTime()))
    throw new AdminError(`--date: "${date}" is not a date. Use the format YYYY-MM-DD, such as 2026-11-18.`);
  return time.toISOString();
}

function splitTitle(markdown: string): { title?: string; body: string } {
  const heading = /^\s*# +(.+?) *#* *(?:\r?\n|$)/.exec(markdown);
  return heading ? { title: heading[1], body: markdown.slice(heading[0].length).trim() } : { body: markdown.trim() };
}

function firstParagraph(markdown: string): string {
  const paragraph =
    markdown.split(/\r?\n\s*\r?\n/).find((part) => part.trim() !== "" && !/^\s*[#>`|!-]/.test(part)) ?? "";
  const text = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > maxExcerpt ? `${text.slice(0, text.lastIndexOf(" ", maxExcerpt - 1))}…` : text;
}
