import { updateAccount } from "../../../db/queries/accounts.ts";
import { saveAsset } from "../../../db/queries/assets.ts";
import { type FounderProfile, founderById, saveFounderProfile } from "../../../db/queries/founder-profile.ts";
import { siteRules } from "../../../tools/site/rules.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { errorSummary, type FieldErrors, fileField, textArea, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { type SignedInVisit, signedInPage } from "../frame/mount.ts";
import { auditVisit, noticeOf } from "../frame/visit.ts";
import { nameLength, readLine } from "../sign-in/person-fields.ts";
import { maxPhotoBytes, type Photo, readPhoto } from "./photo.ts";

const bioLength = 1000;
const linkLabels = {
  website: "Website",
  github: "Code (GitHub, GitLab, Codeberg)",
  linkedin: "LinkedIn",
  mastodon: "Mastodon or Bluesky",
} as const;
const linkKinds = Object.keys(linkLabels) as (keyof typeof linkLabels)[];

const notices: Record<string, string> = {
  saved: "Your profile is saved.",
  joined: "You have accepted the invitation. This is how readers will see you as a founder.",
};

/** `/account/profile`: what readers see of a founder. */
export const profilePage = signedInPage("/account/profile", "profile", {
  // One byte more, so that a photo a little too large gets an answer beside its field.
  maxFileBytes: 2 * maxPhotoBytes,

  async get(visit) {
    const profile = await profileOf(visit);
    const typed = { name: profile?.name ?? visit.account.name, bio: profile?.bio ?? "", links: profile?.links ?? {} };
    return render(visit, profile, typed, {});
  },

  async post(visit, form) {
    const { runtime, now } = visit;
    const profile = await profileOf(visit);
    const errors: FieldErrors = {};
    const typed = readTexts(visit, form, errors);
    const photo = await readUpload(form, errors);
    if (Object.keys(errors).length > 0) return render(visit, profile, typed, errors);
    // Links of kinds this page does not know stay.
    const others = Object.entries(profile?.links ?? {}).filter(([kind]) => !Object.hasOwn(linkLabels, kind));
    const given = Object.entries(typed.links).filter(([, address]) => address !== "");
    await runtime.store.write(async (tx) => {
      const photoHash = photo && (await saveAsset(tx, photo.contentType, photo.bytes, now.toISOString()));
      const facts = { name: typed.name, bio: typed.bio, links: Object.fromEntries([...given, ...others]), photoHash };
      const founderId = await saveFounderProfile(tx, profile?.id ?? null, facts, now);
      if (!profile) await updateAccount(tx, visit.account.id, { founderId }, now);
      await auditVisit(visit, tx, "profile.save", { subject: `founder:${founderId}` });
    });
    return answerRedirect(visit, "/account/profile?done=saved");
  },
});

const profileOf = async ({ account, runtime }: SignedInVisit): Promise<FounderProfile | undefined> =>
  account.founderId === null ? undefined : founderById(runtime.store.read, account.founderId);

interface Typed {
  name: string;
  bio: string;
  links: Record<string, string>;
}

function readTexts({ site }: SignedInVisit, form: Form, errors: FieldErrors): Typed {
  const name = readLine(form, "name", nameLength, errors, "Enter the name readers know you by.");
  const bio = form.text("bio");
  const least = siteRules(site.settings).storyRules.minBioCharacters;
  const length = [...bio].length;
  if (length > bioLength) errors.bio = `Use at most ${bioLength} characters; these are ${length}.`;
  else if (length > 0 && length < least) errors.bio = `Write at least ${least} characters; these are ${length}.`;
  const links: Record<string, string> = {};
  for (const kind of linkKinds) {
    links[kind] = form.text(kind);
    if (links[kind] !== "" && !isLink(links[kind]!)) errors[kind] = "Enter the whole address, beginning with https://.";
  }
  return { name: name || form.text("name"), bio, links };
}

function isLink(address: string): boolean {
  if (address.length > 300 || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === "https:" && username === "" && password === "";
}

async function readUpload(form: Form, errors: FieldErrors): Promise<Photo | null> {
  const bytes = await form.file("photo");
  if (!bytes) return null;
  if (bytes.length > maxPhotoBytes) errors.photo = "The photo is larger than 1 MB. Choose a smaller one.";
  const photo = errors.photo ? null : readPhoto(bytes);
  if (!errors.photo && !photo) errors.photo = "This is no PNG, JPEG or WebP image, or it is damaged.";
  return photo;
}

function render(
  visit: SignedInVisit,
  profile: FounderProfile | undefined,
  typed: Typed,
  errors: FieldErrors,
): Response {
  const least = siteRules(visit.site.settings).storyRules.minBioCharacters;
  const photo = profile?.photoHash;
  return answerPage(visit, {
    title: "Founder profile",
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    errors,
    body: html`${errorSummary(errors)}
<h1>Founder profile</h1>
<p class="lead">Shown on the pages of your live listings and beside your stories.</p>
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
${photo && html`<p><img class="photo" src="/media/${photo}" alt="Your present photo" width="96" height="96"></p>`}
${fileField({
  name: "photo",
  label: photo ? "Another photo" : "Photo",
  accept: "image/png,image/jpeg,image/webp",
  hint: "PNG, JPEG or WebP, up to 1 MB. Where and when it was taken is removed from the file.",
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
<div class="actions"><button class="primary">Save</button></div>`,
  { multipart: true },
)}
</div>`,
  });
}

function missing(profile: FounderProfile | undefined, least: number): HtmlValue {
  const faults = [
    (!profile || [...profile.bio].length < least) && `a text about you of at least ${least} characters`,
    !profile?.photoHash && "a photo",
    Object.keys(profile?.links ?? {}).length === 0 && "one link",
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return html`<p class="notice quiet">Your profile is complete.</p>`;
  return html`<p class="aside">To be complete it still needs: ${faults.join("; ")}. Free launches and founder stories wait for it.</p>`;
}
