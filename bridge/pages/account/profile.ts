import { type FounderProfile, founderById } from "#db/queries/founders/founder-profile.ts";
import { nameLength } from "#tools/account/shared/rules.ts";
import { bytesOf, photoLimits } from "#tools/core/images/encode-image.ts";
import saveFounderProfile from "#tools/founders/save-founder-profile.ts";
import { bioLength } from "#tools/founders/shared/rules.ts";
import { siteRules } from "#tools/site/shared/rules.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, fileField, textArea, textField } from "../frame/fields.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";

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
  path: "/account/profile",
  name: "profile",
  audience: "account",
  menu: { in: "account", label: "Founder profile", place: 2 },
  // This is twice the limit for photos. A photo that is slightly too large can therefore be read, and the error appears
  // at its field.
  maxFileBytes: 2 * bytesOf(photoLimits),

  async get(visit) {
    const profile = await profileOf(visit);
    const typed = { name: profile?.name || visit.account.name, bio: profile?.bio ?? "", links: profile?.links ?? {} };
    return render(visit, profile, typed, {});
  },

  async post(visit, form) {
    const links = Object.fromEntries(linkKinds.map((kind) => [kind, form.text(kind)]));
    const typed = { name: form.text("name"), bio: form.text("bio"), links };
    const photo = await form.file("photo");
    const input = { ...typed, ...(photo && { photo: Buffer.from(photo).toString("base64") }) };
    const { errors } = await submit(visit.call(saveFounderProfile, input), fields);
    if (errors) return render(visit, await profileOf(visit), typed, errors);
    return answerRedirect(visit, "/account/profile?done=saved");
  },
});

const profileOf = async ({ account, runtime }: SignedInVisit): Promise<FounderProfile | undefined> =>
  account.founderId === null ? undefined : founderById(runtime.store.read, account.founderId);

function render(
  visit: SignedInVisit,
  profile: FounderProfile | undefined,
  typed: { name: string; bio: string; links: Record<string, string> },
  errors: FieldErrors,
): Response {
  const least = siteRules(visit.site.settings).storyRules.minBioCharacters;
  const photo = profile?.photoHash;
  return answerPage(visit, {
    title: "Founder profile",
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    errors,
    body: html`<h1>Founder profile</h1>
<p class="lead">Your live listings and stories show this profile once it is complete. To hide the profile on a listing, open that listing under <a href="/account/listings">Listings</a>.</p>
${missing(profile, least)}
<div class="card">
${pageForm(
  visit,
  "/account/profile",
  html`${textField({ name: "name", label: "Name", value: typed.name, error: errors.name, autocomplete: "name", maxlength: nameLength })}
${textArea({
  name: "bio",
  label: "About you",
  rows: 5,
  maxlength: 2 * bioLength,
  value: typed.bio,
  hint: `${least} to ${bioLength} characters of plain text.`,
  error: errors.bio,
})}
${photo && html`<p><img class="photo" src="/media/${photo}" alt="Your current photo" width="96" height="96"></p>`}
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
<div class="actions"><button class="primary">Save profile</button></div>`,
  { multipart: true },
)}
</div>`,
  });
}

function missing(profile: FounderProfile | undefined, least: number): HtmlValue {
  const faults = [
    (!profile || [...profile.bio].length < least) && `some text about you (at least ${least} characters)`,
    !profile?.photoHash && "a photo",
    Object.keys(profile?.links ?? {}).length === 0 && "a link",
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return html`<p class="notice quiet">Your profile is complete.</p>`;
  return html`<p class="aside">Still missing: ${faults.join(", ")}. Free launches and founder stories require a complete profile.</p>`;
}
