import type { Command } from "commander";
import { postRows } from "#db/queries/content/write-post.ts";
import createBlogPost from "#tools/blog/create-blog-post.ts";
import deleteBlogPost from "#tools/blog/delete-blog-post.ts";
import updateBlogPost from "#tools/blog/update-blog-post.ts";
import { type Admin, AdminError, chosenSite, commaList, siteOption, slugArgument } from "./command.ts";
import { readText } from "./lines.ts";
import { table } from "./table.ts";

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
  const post = program.command("post").description("posts of a site's blog");
  post
    .command("list")
    .description("all posts, latest first")
    .option(...siteOption)
    .action(
      admin.act<PostOptions>(async (session, { site: key }) => {
        const site = await chosenSite(session, key);
        const data = (await postRows(session.store.read, site.id)).map(({ publishedAt, ...row }) => ({
          ...row,
          published_at: publishedAt,
        }));
        return { data, text: table(data, ["slug", "title", "author", "published_at"]) };
      }),
    );
  withFacts(post.command("create <file>"))
    .description("publish a Markdown file; its first heading is the title, its first paragraph the excerpt")
    .option("--slug <slug>", "public id (made from the title when absent)", slugArgument)
    .action(
      admin.act<PostOptions>(async (session, options, file) => {
        const site = await chosenSite(session, options.site);
        const text = splitTitle(await readText(file!));
        const title = options.title ?? text.title;
        if (!title) throw new AdminError(`${file} does not begin with a "# heading"; give --title`);
        const { slug } = await session.call(
          createBlogPost,
          {
            ...factsOf(options),
            slug: options.slug,
            title,
            excerpt: options.excerpt ?? firstParagraph(text.body),
            body_markdown: text.body,
          },
          site,
        );
        return { data: { slug }, text: `Published ${slug}.` };
      }),
    );
  withFacts(post.command("update <slug> [file]"))
    .description("change what is given of a post, and its text where a file is given")
    .action(
      admin.act<PostOptions>(async (session, options, slug, file) => {
        const site = await chosenSite(session, options.site);
        const text = file === undefined ? null : splitTitle(await readText(file));
        const title = options.title ?? text?.title;
        await session.call(
          updateBlogPost,
          { ...factsOf(options), slug: slug!, title, body_markdown: text?.body },
          site,
        );
        return { data: { slug }, text: `Changed ${slug}.` };
      }),
    );
  post
    .command("delete <slug>")
    .description("delete a post")
    .option(...siteOption)
    .action(
      admin.act<PostOptions>(async (session, options, slug) => {
        const site = await chosenSite(session, options.site);
        await session.call(deleteBlogPost, { slug: slug! }, site);
        return { data: { slug }, text: `Deleted ${slug}.` };
      }),
    );
}

const withFacts = (command: Command) =>
  command
    .option(...siteOption)
    .option("--title <text>", "title")
    .option("--excerpt <text>", "one or two sentences for lists")
    .option("--author <name>", "author (the site's name when absent)")
    .option("--tags <a,b>", "tags", commaList)
    .option("--date <date>", "date of publication, YYYY-MM-DD or RFC 3339 (now when absent)");

const factsOf = ({ excerpt, author, tags, date }: PostOptions) => ({
  excerpt,
  author,
  tags,
  published_at: date === undefined ? undefined : timeOf(date),
});

function timeOf(date: string): string {
  const time = new Date(date);
  if (!/^\d{4}-\d{2}-\d{2}/.test(date) || Number.isNaN(time.getTime()))
    throw new AdminError(`--date: "${date}" is not a date`);
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
