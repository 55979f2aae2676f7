import { type PostFacts, postFacts } from "#db/queries/content/write-post.ts";
import { maxAltLength } from "#db/schema/listing-fields.ts";
import addPostPicture from "#tools/blog/add-post-picture.ts";
import createBlogPost from "#tools/blog/create-blog-post.ts";
import deleteBlogPost from "#tools/blog/delete-blog-post.ts";
import findBlogPosts from "#tools/blog/find-blog-posts.ts";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import updateBlogPost from "#tools/blog/update-blog-post.ts";
import { pictureLimits } from "#tools/core/images/encode-image.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { foldedPart } from "../frame/fields.ts";
import { type Form, imageFormBytes } from "../frame/form-body.ts";
import { html, safeHtml } from "../frame/html.ts";
import { dayOf } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listPage } from "./list-page.ts";
import { type Acts, actForm, control, type FormFields, outcomeOf, press, type Sent } from "./operation-form.ts";

const path = "/team/posts";
const editPath = "/team/posts/edit";

export const teamPostsPage = listPage({
  path,
  name: "team_posts",
  scopes: ["team:content"],
  menu: { in: "team", label: "Posts", place: 2.3 },
  title: "Posts",
  records: "posts",
  operation: findBlogPosts,
  notices: { saved: "Post saved.", deleted: "Post deleted. The audit log keeps its text." },
  above: () => html`<p><a class="button" href="${editPath}">Write a post</a></p>`,
  row: ({ slug, title, author, published_at }, { visit }) => html`<li><div>
<strong><a href="${editPath}?slug=${slug}"><bdi>${title}</bdi></a></strong>${published_at > visit.now.toISOString() && html` <span class="tag">Scheduled</span>`}
<p class="hint">${dayOf(published_at)}, by <bdi>${author}</bdi></p></div></li>
`,
});

export const teamPostPage = definePage({
  path: editPath,
  name: "team_post",
  audience: "team",
  scopes: ["team:content"],
  maxFileBytes: imageFormBytes(pictureLimits),
  get: (visit) => render(visit),

  async post(visit, form) {
    const act = form.text("do");
    const known = await knownPost(visit);
    if (!known && visit.url.searchParams.has("slug")) return missingPost(visit);
    const sent = { name: "saved", record: "", form };
    // A chosen file is never dropped, whichever button was pressed.
    if (act === "upload" || (await form.file("picture"))) return upload(visit, sent);
    if (act !== "preview") return press(visit, form, actsOf(visit, known), render);
    const body = form.raw("body_markdown");
    return render(visit, { ...sent, preview: { html: await renderMarkdown(body, visit.base) } });
  },
});

const knownPost = ({ url, runtime, site }: SignedInVisit): Promise<PostFacts | undefined> =>
  postFacts(runtime.store.read, site.id, url.searchParams.get("slug") ?? "");

const missingPost = (visit: SignedInVisit): Response =>
  answerFault(visit, {
    status: 404,
    title: "Post not found",
    text: html`View <a href="${path}">this site's posts</a>.`,
  });

function actsOf({ now }: SignedInVisit, known?: PostFacts): Acts {
  const present = (known?.publishedAt ?? now.toISOString()).slice(0, 10);
  const slugHint = "Optional. The last part of the page's URL. By default, it comes from the title.";
  const input = known && { slug: known.slug };
  return {
    saved: {
      operation: known ? updateBlogPost : createBlogPost,
      label: known ? "Save post" : "Publish post",
      input,
      fields: {
        title: { label: "Title" },
        ...(!known && { slug: { label: "Slug", hint: slugHint, isOptional: true } }),
        excerpt: { label: "Excerpt", hint: "One or two sentences, shown in lists and feeds.", rows: 2 },
        body_markdown: {
          label: "Text",
          hint: "In Markdown. Show an uploaded picture with ![description](/media/…).",
          rows: 20,
        },
        author: { label: "Author", hint: "By default, the site's name.", isOptional: true },
        tags: {
          label: "Tags",
          hint: "Separated by commas.",
          read: (text) => text.split(",").flatMap((tag) => tag.trim() || []),
        },
        published_at: {
          label: "Publication date",
          type: "date",
          hint: "In UTC. A post with a later date appears on that day.",
          says: "Enter a date.",
          // A post keeps its time of day, and is published now if the day is today.
          read: (date) => (date === "" || date === present ? undefined : `${date}T00:00:00.000Z`),
        },
      },
      done: "Post saved.",
      next: path,
    },
    ...(known && {
      deleted: {
        operation: deleteBlogPost,
        label: "Delete post",
        button: "Delete permanently",
        input,
        isDangerous: true,
        note: "The post disappears from the blog. You cannot undo this here.",
        done: "Post deleted.",
        next: path,
      },
    }),
  };
}

const { maxMegabytes, maxMegapixels } = pictureLimits;
const pictureFields: FormFields = {
  picture: {
    label: "Picture",
    accept: "image/png,image/jpeg,image/webp",
    hint: `PNG, JPEG or WebP, up to ${maxMegabytes} MB and ${maxMegapixels} megapixels. We remove all metadata, such as the location.`,
  },
  alt: {
    label: "Alternative text",
    hint: `Describe what the picture shows, for people who cannot see it. Up to ${maxAltLength} characters.`,
  },
};

async function upload(visit: SignedInVisit, sent: Sent): Promise<Response> {
  const { form } = sent;
  const file = await form.file("picture");
  if (!file) return render(visit, { ...sent, errors: { picture: "Choose a picture." } });
  const call = visit.call(addPostPicture, { picture: Buffer.from(file).toString("base64"), alt: form.text("alt") });
  const { output, errors, refusal } = await outcomeOf<{ markdown: string }>(call, pictureFields, "");
  if (!output) return render(visit, { ...sent, errors, refusal });
  const body = `${form.raw("body_markdown").trimEnd()}\n\n${output.markdown}\n`.trimStart();
  const all: Form["all"] = (name) => (name === "body_markdown" ? [body] : name === "alt" ? [] : form.all(name));
  const notice = "Picture uploaded. Its line is at the end of the text. Move it where you want it, then save the post.";
  return render(visit, { ...sent, form: { ...form, all } }, notice);
}

async function render(visit: SignedInVisit, sent?: Sent, notice?: string): Promise<Response> {
  const known = await knownPost(visit);
  if (!known && visit.url.searchParams.has("slug")) return missingPost(visit);
  const acts = actsOf(visit, known);
  const { errors = {}, refusal, form, preview } = sent ?? {};
  return answerPage(visit, {
    title: known ? `Edit ${known.title}` : "Write a post",
    layout: "team",
    notice,
    refusal,
    errors,
    body: html`<p><a href="${path}">All posts</a>${known && html`. <a href="/blog/${known.slug}">Published page</a>`}</p>
<h1>${known ? "Edit post" : "Write a post"}</h1>
${
  preview &&
  html`<section class="preview" aria-labelledby="preview"><h2 id="preview">Preview, not saved yet</h2>
<div class="paper"><h3 dir="auto">${form!.text("title")}</h3><div class="written" dir="auto">${safeHtml((preview as { html: string }).html)}</div></div></section>`
}
${actForm(visit, acts, "saved", {
  isUnfolded: true,
  hasFile: true,
  values: {
    ...known,
    body_markdown: known?.bodyMarkdown,
    published_at: (known?.publishedAt ?? visit.now.toISOString()).slice(0, 10),
  },
  sent,
  buttons: html`<button name="do" value="preview">Preview</button>
${foldedPart(
  "Add a picture",
  errors.picture !== undefined || errors.alt !== undefined,
  html`${Object.entries(pictureFields).map(([name, field]) => control(addPostPicture.input, name, field, { form, errors }))}
<div class="actions"><button name="do" value="upload">Upload picture</button></div>`,
)}`,
})}
${known && actForm(visit, acts, "deleted", { of: known.title })}`,
  });
}
