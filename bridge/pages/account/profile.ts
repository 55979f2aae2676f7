import { type FounderProfile, founderById } from "#db/queries/founders/founder-profile.ts";
import { nameLength } from "#tools/account/shared/rules.ts";
import { photoLimits } from "#tools/core/images/encode-image.ts";
import { maxPerPage } from "#tools/core/lists/pagination.ts";
import saveFounderProfile from "#tools/founders/save-founder-profile.ts";
import { bioLength, missingFromProfile } from "#tools/founders/shared/rules.ts";
import reviewListings, { type ListingSummary } from "#tools/listings/team/review-listings.ts";
import { type SiteRules, siteRules } from "#tools/site/shared/rules.ts";
import { linkName } from "../directory/listing/link-names.ts";
import { portrait } from "../directory/lists/portrait.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, fileField, textArea, textField, withFileAgain } from "../frame/fields.ts";
import { imageFormBytes } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { outsideLink, prose } from "../frame/prose.ts";
import { submit } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingPath, needsProfile, profilePath } from "../own-listing/status.ts";
import { founderLink } from "./founder-link.ts";

const linkLabels = {
  website: "Website",
  github: "Code (GitHub, GitLab, Codeberg)",
  linkedin: "LinkedIn",
  mastodon: "Mastodon or Bluesky",
} as const;
const linkKinds = Object.keys(linkLabels) as (keyof typeof linkLabels)[];
const fields = {
  name: { label: "Name" },
  bio: { label: "About you" },
  photo: { label: "Photo" },
  ...Object.fromEntries(Object.entries(linkLabels).map(([kind, label]) => [`links.${kind}`, { in: kind, label }])),
};

const notices: Record<string, string> = {
  saved: "Profile saved.",
  joined: "Invitation accepted. You will appear as a founder once this profile is complete.",
};

export const profilePage = definePage({
  path: profilePath,
  name: "profile",
  audience: "account",
  menu: { in: "account", label: "Founder profile", place: 2 },
  maxFileBytes: imageFormBytes(photoLimits),

  async get(visit) {
    const profile = await profileOf(visit);
    const typed = {
      ...{ name: profile?.name || visit.account.name, bio: profile?.bio ?? "", links: profile?.links ?? {} },
      in_data_set: profile?.inDataSet ?? false,
    };
    return render(visit, profile, typed, {});
  },

  async post(visit, form) {
    const links = Object.fromEntries(linkKinds.map((kind) => [kind, form.text(kind)]));
    const in_data_set = form.all("data").length > 0;
    const typed = { name: form.text("name"), bio: form.text("bio"), links, in_data_set };
    const photo = await form.file("photo");
    const input = { ...typed, ...(photo && { photo: Buffer.from(photo).toString("base64") }) };
    const waiting = (await waitingListings(visit)).find(needsProfile)?.id;
    const { errors } = await submit(visit.call(saveFounderProfile, input), fields);
    if (errors) return render(visit, await profileOf(visit), typed, withFileAgain(errors, "photo", photo, "photo"));
    const isReleased = waiting !== undefined && !(await waitingListings(visit)).some(needsProfile);
    return answerRedirect(
      visit,
      isReleased ? `${listingPath(waiting, "/launch")}?done=profile` : `${profilePath}?done=saved`,
    );
  },
});

/** The listings that are not live yet. Some of them may wait for this profile. */
async function waitingListings(visit: SignedInVisit): Promise<ListingSummary[]> {
  const { items } = await visit.call(reviewListings, { per_page: maxPerPage });
  return items.filter(({ status }) => status === "draft" || status === "awaiting_badge");
}

const profileOf = async ({ account, runtime }: SignedInVisit): Promise<FounderProfile | undefined> =>
  account.founderId === null ? undefined : founderById(runtime.store.read, account.founderId);

interface Typed {
  name: string;
  bio: string;
  links: Record<string, string>;
  in_data_set: boolean;
}

async function render(
  visit: SignedInVisit,
  profile: FounderProfile | undefined,
  typed: Typed,
  errors: FieldErrors,
): Promise<Response> {
  const { storyRules } = siteRules(visit.site.settings);
  const photo = profile?.photoHash;
  return answerPage(visit, {
    title: "Founder profile",
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    errors,
    body: html`<h1>Founder profile</h1>
<p class="lead">Your live listings and stories show this profile once it is complete. To hide the profile on a listing, open that listing under <a href="/account/listings">Listings</a>. Your founder page also shows your <a href="/account/interview">interview</a>.</p>
${state(profile, typed, storyRules)}
${backLinks(await waitingListings(visit))}
<div class="editor"><div class="card">
${pageForm(
  visit,
  profilePath,
  html`${textField({ name: "name", label: "Name", value: typed.name, error: errors.name, autocomplete: "name", maxlength: nameLength })}
${textArea({
  name: "bio",
  label: "About you",
  rows: 5,
  maxlength: 2 * bioLength,
  value: typed.bio,
  hint: `${storyRules.minBioCharacters} to ${bioLength} characters of plain text.`,
  error: errors.bio,
})}
${fileField({
  name: "photo",
  label: photo ? "New photo" : "Photo",
  accept: "image/png,image/jpeg,image/webp",
  hint: "PNG, JPEG or WebP, up to 1 MB. We resize the photo to at most 512 × 512 pixels and remove all metadata, such as the location.",
  error: errors.photo,
})}
<fieldset class="group"><legend>Links</legend>
${linkKinds.map((kind) =>
  textField({
    name: kind,
    label: linkLabels[kind],
    type: "url",
    autocomplete: "url",
    value: typed.links[kind] ?? "",
    error: errors[kind],
    maxlength: 300,
  }),
)}
</fieldset>
${choices({
  type: "checkbox",
  name: "data",
  label: "Public data set",
  hint: "If this site offers its data for download, others may use your profile under the licence of that data. You can leave at any time. We then delete the files with your profile within a day.",
  options: [{ value: "1", label: "Include my profile in the public data set" }],
  chosen: typed.in_data_set ? ["1"] : [],
})}
<div class="actions sticky"><button class="primary">Save profile</button></div>`,
  { multipart: true },
)}
</div>
${preview(typed, photo ? `${visit.base}/media/${photo}` : null, await founderLink(visit, profile?.name ? profile.slug : null))}</div>`,
  });
}

function preview({ name, bio, links }: Typed, photo_url: string | null, link: Html): Html {
  const given = Object.entries(links).filter(([, url]) => url !== "");
  return html`<section class="preview" aria-labelledby="preview"><h2 id="preview">Preview</h2>
<div class="paper">
<header>${portrait({ name, photo_url }, 96)}<div><h3 dir="auto">${name || "Your name"}</h3>
<ul class="choices" role="list">${given.map(([kind, url]) => html`<li>${outsideLink(url, linkName(kind))}</li>`)}</ul></div></header>
<div class="prose">${bio === "" ? html`<p class="empty">No text about you yet</p>` : prose(bio)}</div></div>
<p class="hint">${link}</p></section>`;
}

/** Lists what the profile needs. The name field may show the account's name, which is not saved yet. */
function state(profile: FounderProfile | undefined, typed: Typed, rules: SiteRules["storyRules"]): Html {
  if (missingFromProfile(profile ?? null, rules).length === 0)
    return html`<p class="notice quiet">Your profile is complete.</p>`;
  const links = Object.fromEntries(Object.entries(typed.links).filter(([, url]) => url !== ""));
  const missing = missingFromProfile({ ...typed, links, photoHash: profile?.photoHash ?? null }, rules);
  const text = missing.length > 0 ? missing.join(" ") : "Save the profile to complete it.";
  return html`<p class="aside">${text} Free launches and founder stories require a complete profile.</p>`;
}

/** Links back to the listings that are not live yet, because many owners come from their checklists. */
function backLinks(waiting: ListingSummary[]): HtmlValue {
  const links = waiting.map(
    ({ id, name }, i) => html`${i > 0 && ", "}<a href="${listingPath(id)}"><bdi>${name}</bdi></a>`,
  );
  return links.length > 0 && html`<p>Not live yet: ${links}</p>`;
}
