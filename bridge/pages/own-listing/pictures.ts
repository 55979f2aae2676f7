import { maxAltLength, maxPictures } from "#db/schema/listing-fields.ts";
import type { ListingStatus } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import { pictureLimits } from "#tools/core/images/encode-image.ts";
import addPicture from "#tools/listings/owner/add-picture.ts";
import updateMyListing from "#tools/listings/owner/update-my-listing.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { fileField, hiddenField, textField, withFileAgain } from "../frame/fields.ts";
import { type Form, imageFormBytes } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { linkedPicture } from "../frame/screenshot.ts";
import { attempt, onceKey, onceToken } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { isReadOnly, listingHead, type SentForm, withListing } from "./own-listing.ts";
import { listingPath, publicNote } from "./status.ts";

const notices = (status: ListingStatus): Record<string, string> => ({
  added: `Picture uploaded. ${publicNote(status, "picture is")}`,
  described: "Alternative text saved.",
  moved: "Picture moved.",
  removed: "Picture removed. You can restore it under Versions until we delete its file, which happens within a day.",
});

type Picture = OwnerListing["pictures"][number];

const { maxMegabytes, maxMegapixels, width, height } = pictureLimits;
const fields = { picture: { label: "Picture" }, alt: { label: "Alternative text" } };
const altHint = `Describe what the picture shows, for people who cannot see it and for assistants. Up to ${maxAltLength} characters.`;

export const picturesPage = definePage({
  path: "/account/listings/:id/pictures",
  name: "listing-pictures",
  audience: "account",
  menu: { in: "own-listing", label: "Pictures", place: 2.5 },
  maxFileBytes: imageFormBytes(pictureLimits),
  get: (visit) => withListing(visit, (listing) => render(visit, listing, {})),
  post: (visit, form) =>
    withListing(visit, (listing) =>
      form.text("do") === "upload" ? upload(visit, listing, form) : change(visit, listing, form),
    ),
});

const answer = (visit: SignedInVisit, id: number, done: string, anchor = "") =>
  answerRedirect(visit, `${listingPath(id, "/pictures")}?done=${done}${anchor}`);

async function upload(visit: SignedInVisit, listing: OwnerListing, form: Form): Promise<Response> {
  const file = await form.file("picture");
  if (!file) return render(visit, listing, { errors: { picture: "Choose a picture." }, form });
  const input = { listing_id: listing.id, alt: form.text("alt"), picture: Buffer.from(file).toString("base64") };
  const { output, errors, refusal } = await attempt(visit.call(addPicture, input, onceKey(form)), fields);
  if (output) return answer(visit, listing.id, "added");
  return render(visit, listing, { errors: errors && withFileAgain(errors, "picture", file, "picture"), refusal, form });
}

/** What each button makes of the list, in which the picture is at position `at`. */
const changes: Record<string, { done: string; of(all: Picture[], at: number, alt: string): Picture[] }> = {
  describe: { done: "described", of: (all, at, alt) => all.with(at, { ...all[at]!, alt }) },
  up: { done: "moved", of: (all, at) => moved(all, at, at - 1) },
  down: { done: "moved", of: (all, at) => moved(all, at, at + 1) },
  remove: { done: "removed", of: (all, at) => all.toSpliced(at, 1) },
};

const moved = (all: Picture[], from: number, to: number): Picture[] =>
  all[to] ? all.toSpliced(from, 1).toSpliced(to, 0, all[from]!) : all;

async function change(visit: SignedInVisit, listing: OwnerListing, form: Form): Promise<Response> {
  const { id, pictures, version } = listing;
  const pressed = lookup(changes, form.text("do"));
  const at = pictures.findIndex(({ url }) => pathOf(url) === form.text("path"));
  // Another tab may have removed the picture.
  if (!pressed || at < 0) return answerRedirect(visit, listingPath(id, "/pictures"));
  const wanted = pressed.of(pictures, at, form.text("alt")).map(({ url, alt }) => ({ url, alt }));
  const call = visit.call(updateMyListing, { listing_id: id, if_version: version, fields: { pictures: wanted } });
  const { output, errors, refusal } = await attempt(call, { "fields.pictures": { ...fields.alt, in: `alt-${at}` } });
  if (!output) return render(visit, listing, { errors, refusal, form });
  const now = output.pictures.findIndex(({ url }) => url === pictures[at]!.url);
  return answer(visit, id, pressed.done, now < 0 ? "" : `#picture-${now}`);
}

const pathOf = (url: string): string => new URL(url).pathname;

function render(visit: SignedInVisit, listing: OwnerListing, sent: SentForm): Response {
  const { name, pictures, status } = listing;
  const canEdit = !isReadOnly(listing);
  const isFull = pictures.length >= maxPictures;
  return answerPage(visit, {
    title: `Pictures of ${name}`,
    layout: "signed-in",
    notice: noticeOf(visit, notices(status)),
    refusal: sent.refusal,
    errors: sent.errors,
    body: html`${listingHead(visit, listing, "Pictures")}
<p>The listing's page shows up to ${maxPictures} pictures in this order. Link previews on other sites show the first one.</p>
${canEdit && isFull && html`<p class="aside">You have ${maxPictures} pictures, the maximum. To upload another one, remove a picture first.</p>`}
${canEdit && !isFull && status !== "suspended" && uploadForm(visit, listing, sent)}
<section aria-labelledby="shown"><h2 id="shown">Your pictures</h2>
${
  pictures.length === 0
    ? html`<p class="empty">There are no pictures yet.${canEdit && " A screenshot of the product is a good start."}</p>`
    : html`<ol class="rows pictures" role="list">${pictures.map((picture, at) => row(visit, listing, picture, at, sent))}</ol>`
}
</section>`,
  });
}

const uploadForm = (visit: SignedInVisit, { id }: OwnerListing, { errors = {}, form }: SentForm): Html =>
  html`<section class="card" aria-labelledby="upload"><h2 id="upload">Upload a picture</h2>
${pageForm(
  visit,
  listingPath(id, "/pictures"),
  html`${onceToken()}
${fileField({
  name: "picture",
  ...fields.picture,
  accept: "image/png,image/jpeg,image/webp",
  hint: `PNG, JPEG or WebP, up to ${maxMegabytes} MB and ${maxMegapixels} megapixels. We resize it to at most ${width} × ${height} pixels and remove all metadata, such as the location.`,
  error: errors.picture,
})}
${textField({ name: "alt", ...fields.alt, value: form?.text("do") === "upload" ? form.text("alt") : "", maxlength: 2 * maxAltLength, hint: altHint, error: errors.alt })}
<div class="actions"><button class="primary" name="do" value="upload">Upload picture</button></div>`,
  { multipart: true },
)}</section>`;

function row(
  visit: SignedInVisit,
  listing: OwnerListing,
  picture: Picture,
  at: number,
  { errors = {}, form }: SentForm,
): Html {
  const { id, pictures } = listing;
  const { alt } = picture;
  const path = pathOf(picture.url);
  const button = (action: string, label: string): HtmlValue =>
    html`<button name="do" value="${action}" aria-label="${label}: picture ${at + 1}, ${alt}">${label}</button>`;
  const error = errors[`alt-${at}`];
  return html`<li id="picture-${at}" tabindex="-1"><div class="thumbnail">${linkedPicture(path, picture)}</div>
<div>${
    isReadOnly(listing)
      ? html`<p>${alt}</p>`
      : pageForm(
          visit,
          listingPath(id, "/pictures"),
          html`${hiddenField("path", path)}
${textField({ id: `alt-${at}`, name: "alt", ...fields.alt, value: error ? form!.text("alt") : alt, maxlength: 2 * maxAltLength, error })}
<div class="actions">${button("describe", "Save text")}${at > 0 && button("up", "Move up")}${at < pictures.length - 1 && button("down", "Move down")}</div>
<details class="confirm"><summary aria-label="Remove picture ${at + 1}, ${alt}">Remove</summary>
<button class="danger" name="do" value="remove" aria-label="Remove picture ${at + 1}, ${alt}, now">Remove now</button></details>`,
        )
  }</div></li>
`;
}
