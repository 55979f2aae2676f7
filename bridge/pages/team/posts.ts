import { postFacts } from "#db/queries/content/write-post.ts";
import { maxAltLength } from "#db/schema/listing-fields.ts";
import addPostPicture from "#tools/blog/add-post-picture.ts";
import createBlogPost from "#tools/blog/create-blog-post.ts";
import deleteBlogPost from "#tools/blog/delete-blog-post.ts";
import findBlogPosts from "#tools/blog/find-blog-posts.ts";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import updateBlogPost from "#tools/blog/update-blog-post.ts";
import { pictureLimits } from "#tools/core/images/encode-image.ts";
import { answerFault, answerPage, answerRedirect, confirmedForm, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, fileField, foldedPart, textArea, textField } from "../frame/fields.ts";
import { type Form, imageFormBytes } from "../frame/form-body.ts";
import { html, safeHtml } from "../frame/html.ts";
import { attempt, onceKey, onceToken } from "../frame/submit.ts";
import { dayOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { pageLinks, pageOf, slice } from "./page-links.ts";

const path = "/team/posts";
const editPath = "/team/posts/edit";

export const teamPostsPage = definePage({
  path,
  name: "team_posts",
  audience: "team",
  scopes: ["team:content"],
  menu: { in: "team", label: "Posts", place: 2.3 },
  async get(visit) {
    const { items } = await visit.call(findBlogPosts, {});
    const page = pageOf(visit);
    const { shown, hasMore } = slice(items, page);
    const now = visit.now.toISOString();
    return answerPage(visit, {
      title: "Posts",
      layout: "team",
      notice: noticeOf(visit, { saved: "Post saved.", deleted: "Post deleted. The audit log keeps its text." }),
      body: html`<h1>Posts</h1>
<p><a class="button" href="${editPath}">Write a post</a></p>
${
  shown.length === 0
    ? html`<p class="empty">There are no posts here.</p>`
    : html`<section class="card" aria-label="Posts"><ul class="rows" role="list">${shown.map(
        ({ slug, title, author, published_at }) => html`<li><div>
<strong><a href="${editPath}?slug=${slug}"><bdi>${title}</bdi></a></strong>${published_at > now && html` <span class="tag">Scheduled</span>`}
<p class="hint">${dayOf(published_at)}, by <bdi>${author}</bdi></p></div></li>
`,
      )}</ul></section>`
}
${pageLinks(visit, page, hasMore)}`,
    });
  },
});

interface State {
  typed?: Typed;
  errors?: FieldErrors;
  refusal?: { status: number; detail: string };
  notice?: string;
  preview?: string;
}

export const teamPostPage = definePage({
  path: editPath,
  name: "team_post",
  audience: "team",
  scopes: ["team:content"],
  maxFileBytes: imageFormBytes(pictureLimits),
  get: (visit) => render(visit, {}),

  async post(visit, form) {
    const act = form.text("do");
    const typed = typedIn(form);
    const slug = slugOf(visit);
    if (act === "delete" && slug !== null) {
      await visit.call(deleteBlogPost, { slug });
      return answerRedirect(visit, `${path}?done=deleted`);
    }
    const file = await form.file("picture");
    // A chosen file is never dropped, whichever button was pressed.
    if (file || act === "upload") return upload(visit, file, form.text("alt"), typed);
    if (act === "preview") return render(visit, { typed, preview: await renderMarkdown(typed.body, visit.base) });
    const input = {
      title: typed.title,
      excerpt: typed.excerpt,
      body_markdown: typed.body,
      author: typed.author || undefined,
      tags: typed.tags.split(",").flatMap((tag) => tag.trim() || []),
      published_at: await publicationTime(visit, slug, typed.date),
    };
    const call =
      slug === null
        ? visit.call(createBlogPost, { ...input, slug: typed.slug || undefined }, onceKey(form))
        : visit.call(updateBlogPost, { ...input, slug });
    const { output, errors, refusal } = await attempt(call, formFields);
    return output ? answerRedirect(visit, `${path}?done=saved`) : render(visit, { typed, errors, refusal });
  },
});

const formFields = {
  slug: { label: "Slug" },
  title: { label: "Title" },
  excerpt: { label: "Excerpt" },
  body_markdown: { in: "body", label: "Text" },
  author: { label: "Author" },
  tags: { label: "Tags" },
  published_at: { in: "date", says: "Enter a date." },
};

async function upload(visit: SignedInVisit, file: Uint8Array | null, alt: string, typed: Typed): Promise<Response> {
  if (!file) return render(visit, { typed, errors: { picture: "Choose a picture." } });
  const call = visit.call(addPostPicture, { picture: Buffer.from(file).toString("base64"), alt });
  const { output, errors, refusal } = await attempt(call, {
    picture: { label: "Picture" },
    alt: { label: "Alternative text" },
  });
  if (!output) return render(visit, { typed, errors, refusal });
  return render(visit, {
    typed: { ...typed, body: `${typed.body.trimEnd()}\n\n${output.markdown}\n`.trimStart() },
    notice: "Picture uploaded. Its line is at the end of the text. Move it where you want it, then save the post.",
  });
}

const slugOf = ({ url }: SignedInVisit) => url.searchParams.get("slug");

const typedIn = (form: Form) => ({
  title: form.text("title"),
  slug: form.text("slug"),
  excerpt: form.text("excerpt"),
  // Spaces at the start of a text in Markdown can mean code.
  body: form.raw("body"),
  author: form.text("author"),
  tags: form.text("tags"),
  date: form.text("date"),
});
type Typed = ReturnType<typeof typedIn>;

/** Returns the start of a chosen day. A post keeps its time of day, and is published now if the day is today. */
async function publicationTime(visit: SignedInVisit, slug: string | null, date: string): Promise<string | undefined> {
  const known = slug === null ? undefined : await postFacts(visit.runtime.store.read, visit.site.id, slug);
  const present = known?.publishedAt ?? visit.now.toISOString();
  return date === "" || date === present.slice(0, 10) ? undefined : `${date}T00:00:00.000Z`;
}

async function render(
  visit: SignedInVisit,
  { typed, errors = {}, refusal, notice, preview }: State,
): Promise<Response> {
  const slug = slugOf(visit);
  const known = slug === null ? undefined : await postFacts(visit.runtime.store.read, visit.site.id, slug);
  if (slug !== null && !known)
    return answerFault(visit, {
      status: 404,
      title: "Post not found",
      text: html`View <a href="${path}">this site's posts</a>.`,
    });
  const { title, excerpt, body, author, tags, date } = typed ?? {
    ...{ title: known?.title ?? "", excerpt: known?.excerpt ?? "", body: known?.bodyMarkdown ?? "" },
    ...{ author: known?.author ?? "", tags: known?.tags.join(", ") ?? "" },
    date: (known?.publishedAt ?? visit.now.toISOString()).slice(0, 10),
  };
  const action = slug === null ? editPath : `${editPath}?slug=${encodeURIComponent(slug)}`;
  const { maxMegabytes, maxMegapixels } = pictureLimits;
  return answerPage(visit, {
    title: known ? `Edit ${known.title}` : "Write a post",
    layout: "team",
    notice,
    refusal,
    errors,
    body: html`<p><a href="${path}">All posts</a>${known && html`. <a href="/blog/${known.slug}">Published page</a>`}</p>
<h1>${known ? "Edit post" : "Write a post"}</h1>
${
  preview !== undefined &&
  html`<section class="preview" aria-labelledby="preview"><h2 id="preview">Preview, not saved yet</h2>
<div class="paper"><h3 dir="auto">${title}</h3><div class="written" dir="auto">${safeHtml(preview)}</div></div></section>`
}
${pageForm(
  visit,
  action,
  html`${onceToken()}
${textField({ name: "title", label: "Title", value: title, maxlength: 300, error: errors.title })}
${!known && textField({ name: "slug", label: "Slug", hint: "Optional. The last part of the page's URL. By default, it comes from the title.", value: typed?.slug ?? "", maxlength: 120, error: errors.slug })}
${textArea({ name: "excerpt", label: "Excerpt", hint: "One or two sentences, shown in lists and feeds.", rows: 2, value: excerpt, maxlength: 1000, error: errors.excerpt })}
${textArea({ name: "body", label: "Text", hint: "In Markdown. Show an uploaded picture with ![description](/media/…).", rows: 20, value: body, maxlength: 100_000, error: errors.body })}
${textField({ name: "author", label: "Author", hint: "By default, the site's name.", value: author, maxlength: 200, error: errors.author })}
${textField({ name: "tags", label: "Tags", hint: "Separated by commas.", value: tags, maxlength: 2000, error: errors.tags })}
${textField({ name: "date", label: "Publication date", type: "date", hint: "In UTC. A post with a later date appears on that day.", value: date, error: errors.date })}
<div class="actions"><button class="primary" name="do" value="save">${known ? "Save post" : "Publish post"}</button><button name="do" value="preview">Preview</button></div>
${foldedPart(
  "Add a picture",
  errors.picture !== undefined || errors.alt !== undefined,
  html`${fileField({ name: "picture", label: "Picture", accept: "image/png,image/jpeg,image/webp", hint: `PNG, JPEG or WebP, up to ${maxMegabytes} MB and ${maxMegapixels} megapixels. We remove all metadata, such as the location.`, error: errors.picture })}
${textField({ name: "alt", label: "Alternative text", hint: `Describe what the picture shows, for people who cannot see it. Up to ${maxAltLength} characters.`, maxlength: 2 * maxAltLength, error: errors.alt })}
<div class="actions"><button name="do" value="upload">Upload picture</button></div>`,
)}`,
  { multipart: true },
)}
${known && confirmedForm(visit, action, { label: "Delete post", of: known.title }, html`<p>The post disappears from the blog. You cannot undo this here.</p><button class="danger" name="do" value="delete">Delete permanently</button>`)}`,
  });
}
