import { allSites } from "#db/queries/sites/sites.ts";
import { lookup } from "#db/values/lookup.ts";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import { photoLimits } from "#tools/core/images/encode-image.ts";
import { settingOf, siteSettings } from "#tools/site/settings.ts";
import { defaultTexts, fillText, siteTexts } from "#tools/site/texts.ts";
import updateSite from "#tools/site/update-site.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { imageFormBytes } from "../frame/form-body.ts";
import { type Html, html, safeHtml } from "../frame/html.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { type Act, type Acts, actForm, type FormFields, noticesOf, press, type Sent } from "./operation-form.ts";

const path = "/team/settings";

const fieldsOf = (isShown: (name: string) => boolean): FormFields =>
  Object.fromEntries(Object.entries(siteSettings).filter(([name]) => isShown(name)));
const named = (...names: string[]) => fieldsOf((name) => names.includes(name));

const act = (label: string, fields: FormFields): Act => ({
  ...{ operation: updateSite, label, button: "Save", fields, done: "Settings saved." },
});

const acts: Acts = {
  look: act("Name and look", named("name", "tagline", "accent", "logo")),
  access: act(
    "Registration and submissions",
    fieldsOf((name) => name.startsWith("access.")),
  ),
  numbers: act(
    "Launch rules and limits",
    fieldsOf((name) => name === "review" || name.startsWith("settings.")),
  ),
  place: act("Host and currency", named("host", "currency")),
  kinds: act("Search", named("kinds")),
  ...Object.fromEntries(siteTexts.map(({ name, title }) => [name, act(title, named(`texts.${name}`))])),
};

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
    if (step === "preview" && lookup(acts, name)) return render(visit, { name, record: "", form });
    const response = await press(visit, form, acts, render);
    const { runtime, site } = visit;
    const saved = (await allSites(runtime.store.read)).find(({ id }) => id === site.id)!;
    if (saved.host === site.host) return response;
    // The CSP does not let a form lead to another host.
    const url = siteUrls(runtime, saved).base + path;
    return answerFault(visit, {
      status: 200,
      title: "Host changed",
      text: html`Continue at <a href="${url}">${url}</a>.`,
    });
  },
});

async function render(visit: SignedInVisit, sent?: Sent): Promise<Response> {
  const { site, runtime } = visit;
  const others = (await allSites(runtime.store.read)).filter(({ id }) => id !== site.id);
  const values = Object.fromEntries(
    Object.entries(siteSettings).map(([path, setting]) => [
      path,
      settingOf(site, path, setting) ?? lookup(defaultTexts, path.replace("texts.", ""))?.source,
    ]),
  );
  // All sites share accounts, so only the default site decides about registration.
  const access = site.host === null ? undefined : named("access.submissions", "access.submissions_sentence");
  const form = (name: string) =>
    actForm(visit, acts, name, { values, sent, fields: name === "access" ? access : undefined });
  return answerPage(visit, {
    title: "Settings",
    layout: "team",
    notice: noticeOf(visit, noticesOf(acts)),
    errors: sent?.errors,
    refusal: sent?.refusal,
    body: html`<h1>Settings</h1>
<p class="lead">Settings of ${site.name}.</p>
${others.length > 0 && html`<p>Other sites: ${others.map((other, i) => html`${i > 0 && ", "}<a href="${siteUrls(runtime, other).base}${path}">${other.name}</a>`)}</p>`}
${["look", "access", "numbers", "place", "kinds"].map(form)}
<h2>Texts and legal pages</h2>
${await Promise.all(siteTexts.map(({ name }) => textForm(visit, name, values, sent)))}`,
  });
}

async function textForm(
  visit: SignedInVisit,
  name: string,
  values: Record<string, unknown>,
  sent?: Sent,
): Promise<Html> {
  const { site, runtime, base } = visit;
  const mine = sent?.name === name && !sent.errors ? sent : undefined;
  const isDefault = lookup(site.settings.texts ?? {}, name) === undefined;
  const note = lookup(defaultTexts, name)
    ? "This is the default text. In production, a legal page is published when you save it."
    : "This page has no text of its own yet.";
  const { text } = fillText(mine?.form.raw(`texts.${name}`) ?? "", { ...runtime, site, urls: siteUrls(runtime, site) });
  return actForm(visit, acts, name, {
    values,
    sent,
    more: html`${isDefault && html`<p class="hint">${note}</p>`}${
      mine &&
      html`<section class="aside" aria-label="Preview"><div class="written" dir="auto">${safeHtml(await renderMarkdown(text, base, { keepsLines: true }))}</div></section>`
    }`,
    buttons: html` <button name="do" value="${name}.preview" aria-label="Preview: ${lookup(acts, name)!.label}">Preview</button>`,
  });
}
