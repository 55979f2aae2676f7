import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { registrationModes } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import { photoLimits } from "#tools/core/images/encode-image.ts";
import { settingNames, siteNumbers } from "#tools/site/settings.ts";
import { siteRules } from "#tools/site/shared/rules.ts";
import { defaultTexts, fillText, siteTexts } from "#tools/site/texts.ts";
import updateSite from "#tools/site/update-site.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import {
  type FieldErrors,
  fileField,
  foldedPart,
  selectField,
  textArea,
  textField,
  withFileAgain,
} from "../frame/fields.ts";
import { type Form, FormRefused, imageFormBytes } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html, safeHtml } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";

const path = "/team/settings";
const maxTextLength = 50_000;

/** A form of the page: which input its fields become, and how errors name them. */
interface Part {
  title: string;
  input(form: Form): Promise<Record<string, unknown>> | Record<string, unknown>;
  fields: Record<string, { in?: string; label?: string; says?: string }>;
}

const orNull = (text: string) => (text === "" ? null : text);
const access = ["registration", "registration_sentence", "submissions", "submissions_sentence"] as const;

const parts: Record<string, Part> = {
  look: {
    title: "Name and look",
    async input(form) {
      const file = await form.file("logo");
      const isRemoved = form.text("logo_default") === "yes";
      return {
        name: form.text("name"),
        tagline: form.text("tagline"),
        accent: orNull(form.text("accent").toLowerCase()),
        ...((file || isRemoved) && { logo: file ? Buffer.from(file).toString("base64") : null }),
      };
    },
    fields: {
      name: { label: "Name" },
      tagline: { label: "Tagline" },
      accent: { label: "Accent colour" },
      logo: { label: "Logo" },
    },
  },
  access: {
    title: "Registration and submissions",
    input: (form) => ({
      access: Object.fromEntries(
        access
          .filter((name) => form.all(name).length > 0)
          .map((name) => [name, name.endsWith("_sentence") ? orNull(form.text(name)) : form.text(name)]),
      ),
    }),
    fields: {
      "access.registration": { in: "registration", label: "Registration" },
      registration: { label: "Registration" },
      "access.registration_sentence": { in: "registration_sentence", label: "Sentence about registration" },
      registration_sentence: { label: "Sentence about registration" },
      "access.submissions": { in: "submissions", label: "Submissions" },
      "access.submissions_sentence": { in: "submissions_sentence", label: "Sentence about submissions" },
    },
  },
  numbers: {
    title: "Launch rules and limits",
    input: (form) => ({
      settings: Object.fromEntries(settingNames.map((name) => [name, orNull(form.text(name))])),
    }),
    fields: Object.fromEntries(
      settingNames.map((name) => [`settings.${name}`, { in: name, label: siteNumbers[name].label }]),
    ),
  },
  ...Object.fromEntries(
    siteTexts.map(({ name, title }): [string, Part] => [
      name,
      {
        title,
        input: (form) => ({ texts: { [name]: orNull(form.text(`text.${name}`)) } }),
        fields: { [`texts.${name}`]: { in: `text.${name}`, label: title } },
      },
    ]),
  ),
};

interface Sent {
  part: string;
  form: Form;
  errors?: FieldErrors;
}

export const settingsPage = definePage({
  path,
  name: "team_settings",
  audience: "team",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Settings", place: 11 },
  maxFileBytes: imageFormBytes(photoLimits),
  get: (visit) => render(visit),

  async post(visit, form) {
    const [name = "", step] = form.text("do").split(".");
    const part = lookup(parts, name);
    if (!part) throw new FormRefused(400, "This page does not accept this form. Reload the page and try again.");
    if (step === "preview") return render(visit, { part: name, form });
    const { errors } = await submit(visit.call(updateSite, await part.input(form)), part.fields);
    if (!errors) return answerRedirect(visit, `${path}?done=saved`);
    const file = name === "look" ? await form.file("logo") : null;
    return render(visit, { part: name, form, errors: withFileAgain(errors, "logo", file, "logo") });
  },
});

async function render(visit: SignedInVisit, sent?: Sent): Promise<Response> {
  const { site, runtime } = visit;
  const others = (await allSites(runtime.store.read)).filter(({ id }) => id !== site.id);
  return answerPage(visit, {
    title: "Settings",
    layout: "team",
    notice: noticeOf(visit, { saved: "Settings saved." }),
    errors: sent?.errors,
    body: html`<h1>Settings</h1>
<p class="lead">Settings of ${site.name}.</p>
${others.length > 0 && html`<p>Other sites: ${others.map((other, i) => html`${i > 0 && ", "}<a href="${siteUrls(runtime, other).base}${path}">${other.name}</a>`)}</p>`}
${partForm(visit, "look", sent, lookFields(site, sent))}
${partForm(visit, "access", sent, accessFields(site, sent))}
${partForm(visit, "numbers", sent, numberFields(site, sent))}
<h2>Texts and legal pages</h2>
${await Promise.all(siteTexts.map(async ({ name }) => partForm(visit, name, sent, await textFields(visit, name, sent))))}`,
  });
}

function partForm(visit: SignedInVisit, part: string, sent: Sent | undefined, fields: HtmlValue): Html {
  const { title } = lookup(parts, part)!;
  const isText = !["look", "access", "numbers"].includes(part);
  return foldedPart(
    title,
    sent?.part === part,
    pageForm(
      visit,
      path,
      html`${fields}
<div class="actions"><button class="primary" name="do" value="${part}.save" aria-label="Save: ${title}">Save</button>${isText && html` <button name="do" value="${part}.preview" aria-label="Preview: ${title}">Preview</button>`}</div>`,
      { multipart: part === "look" },
    ),
  );
}

/** The value and error of a field, as typed if its form was sent. */
const fieldOf = (
  part: string,
  sent: Sent | undefined,
  name: string,
  label: string,
  known: string,
  hint?: HtmlValue,
) => ({
  name,
  label,
  hint,
  value: sent?.part === part ? sent.form.text(name) : known,
  error: sent?.part === part ? lookup(sent.errors ?? {}, name) : undefined,
});

function lookFields(site: SiteRow, sent?: Sent): HtmlValue {
  const { accent, logo } = site.settings.look ?? {};
  const { maxMegabytes, maxMegapixels } = photoLimits;
  return [
    textField({ ...fieldOf("look", sent, "name", "Name", site.name), maxlength: 200 }),
    textField({ ...fieldOf("look", sent, "tagline", "Tagline", site.tagline), maxlength: 500 }),
    textField({
      ...fieldOf(
        "look",
        sent,
        "accent",
        "Accent colour",
        accent ?? "",
        "Such as #006060. Leave this empty for the default colour.",
      ),
      keyboard: "code",
      maxlength: 7,
    }),
    fileField({
      name: "logo",
      label: "Logo",
      accept: "image/png,image/jpeg,image/webp",
      hint: `PNG, JPEG or WebP, up to ${maxMegabytes} MB and ${maxMegapixels} megapixels. It is also the icon in browser tabs.`,
      error: sent?.part === "look" ? sent.errors?.logo : undefined,
    }),
    logo &&
      html`<div class="choice"><input id="logo-default" type="checkbox" name="logo_default" value="yes"><label for="logo-default">Remove the logo</label></div>`,
  ];
}

const registrationWords = { open: "Open", by_invitation: "By invitation", closed: "Closed" };
const sentenceHint = "Leave this empty for the default sentence.";

function accessFields(site: SiteRow, sent?: Sent): HtmlValue {
  const { registration, registrationSentence, submissions, submissionsSentence } = site.settings.access ?? {};
  const field = (name: string, label: string, known = "", hint?: string) =>
    fieldOf("access", sent, name, label, known, hint);
  return [
    // All sites share accounts, so only the default site has this setting.
    site.host === null && [
      selectField({
        ...field("registration", "Registration", registration ?? "open"),
        options: registrationModes.map((value) => ({ value, label: registrationWords[value] })),
      }),
      textField({
        ...field("registration_sentence", "Sentence about registration", registrationSentence, sentenceHint),
        maxlength: 300,
      }),
    ],
    selectField({
      ...field("submissions", "Submissions", submissions ?? "open"),
      options: [
        { value: "open", label: "Open" },
        { value: "closed", label: "Closed" },
      ],
    }),
    textField({
      ...field("submissions_sentence", "Sentence about submissions", submissionsSentence, sentenceHint),
      maxlength: 300,
    }),
  ];
}

const numberIn = (groups: object, [group, key]: readonly [string, string]): number | undefined =>
  lookup(lookup(groups as Record<string, Record<string, number>>, group) ?? {}, key);

const numberFields = ({ settings }: SiteRow, sent?: Sent): HtmlValue =>
  settingNames.map((name) => {
    const { at, label, ...more } = siteNumbers[name];
    const hint = `${"hint" in more ? `${more.hint}. ` : ""}Default: ${numberIn(siteRules({}), at)}.`;
    return textField({
      ...fieldOf("numbers", sent, name, label, String(numberIn(settings, at) ?? ""), hint),
      keyboard: "decimal",
      maxlength: 6,
    });
  });

async function textFields(visit: SignedInVisit, name: string, sent?: Sent): Promise<HtmlValue> {
  const { site, runtime, base } = visit;
  const own = lookup(site.settings.texts ?? {}, name);
  const source = lookup(defaultTexts, name)?.source ?? "";
  const known = own ?? source;
  const field = fieldOf(name, sent, `text.${name}`, "Text", known);
  const isPreview = sent?.part === name && !sent.errors;
  const { text } = fillText(field.value, { ...runtime, site, urls: siteUrls(runtime, site) });
  return html`${own === undefined && html`<p class="hint">${source === "" ? "This page has no text of its own yet." : "This is the default text. In production, a legal page is published when you save it."}</p>`}
${textArea({ ...field, hint: "Markdown. Leave this empty to remove your text.", rows: 12, maxlength: maxTextLength })}
${isPreview && html`<section class="aside" aria-label="Preview"><div class="written" dir="auto">${safeHtml(await renderMarkdown(text, base, { keepsLines: true }))}</div></section>`}`;
}
