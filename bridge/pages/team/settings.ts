import { allSites } from "#db/queries/sites/sites.ts";
import { lookup } from "#db/values/lookup.ts";
import { renderMarkdown } from "#tools/blog/markdown.ts";
import { photoLimits } from "#tools/core/images/encode-image.ts";
import { slug } from "#tools/core/input/fields.ts";
import { ownPageSettings, settingOf, siteSettings } from "#tools/site/settings.ts";
import { defaultTexts, fillText, ownPagePrefix, ownPages, siteTexts } from "#tools/site/texts.ts";
import updateSite from "#tools/site/update-site.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { textField } from "../frame/fields.ts";
import { imageFormBytes } from "../frame/form-body.ts";
import { type Html, html, safeHtml } from "../frame/html.ts";
import { siteLinks } from "../frame/menus.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { type Act, type Acts, actForm, type FormFields, press, type Sent } from "./operation-form.ts";

const path = "/team/settings";
const done = "Settings saved.";

const fieldsOf = (isShown: (name: string) => boolean): FormFields =>
  Object.fromEntries(Object.entries(siteSettings).filter(([name]) => isShown(name)));
const named = (...names: string[]) => fieldsOf((name) => names.includes(name));

const act = (label: string, fields: FormFields): Act => ({
  ...{ operation: updateSite, label, button: "Save", fields, done, next: path },
});

const acts: Acts = {
  look: act("Name and look", named("name", "tagline", "accent", "mail_background", "logo")),
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
  header: act("Links in the header", named("header_links")),
  footer: act("Links in the footer", named("footer_links")),
  ...Object.fromEntries(siteTexts.map(({ name, title }) => [name, act(title, named(`texts.${name}`))])),
};

const withPages = (names: string[]): Acts => ({
  ...acts,
  ...Object.fromEntries(names.map((name) => [name, act(`/${name}`, ownPageSettings([name]))])),
});

/** The slug of the page to add, which is in the query of its form. */
const slugOf = ({ url }: SignedInVisit) => slug.safeParse(url.searchParams.get("page") ?? "");

function pagesOf(visit: SignedInVisit): string[] {
  const { data } = slugOf(visit);
  const names = ownPages(visit.site.settings).map(({ name }) => name);
  return [...new Set([...names, ...(data ? [ownPagePrefix + data] : [])])];
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
    const { runtime, site } = visit;
    const forms = withPages(pagesOf(visit));
    if (step === "preview" && lookup(forms, name)) return render(visit, { name, record: "", form });
    const response = await press(visit, form, forms, render);
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
  const { searchParams: query } = visit.url;
  const pages = pagesOf(visit);
  const acts = withPages(pages);
  const added = slugOf(visit);
  const lines = (name: "header" | "footer") => siteLinks(visit, name).map(({ label, path }) => `${label} > ${path}\n`);
  const presets = new Map(Object.entries(defaultTexts).map(([name, { source }]) => [`texts.${name}`, source]));
  presets.set(`texts.${ownPagePrefix}${added.data}`, `# ${added.data}\n\n`);
  for (const name of ["header", "footer"] as const) presets.set(`${name}_links`, lines(name).join(""));
  const values = Object.fromEntries(
    Object.entries({ ...siteSettings, ...ownPageSettings(pages) }).map(([path, setting]) => [
      ...[path, settingOf(site, path, setting) ?? presets.get(path)],
    ]),
  );
  // All sites share accounts, so only the default site decides about registration.
  const access = site.host === null ? undefined : named("access.submissions", "access.submissions_sentence");
  const form = (name: string) =>
    actForm(visit, acts, name, { values, sent, fields: name === "access" ? access : undefined });
  return answerPage(visit, {
    title: "Settings",
    layout: "team",
    notice: query.has("done") ? done : undefined,
    errors: sent?.errors,
    refusal: sent?.refusal,
    body: html`<h1>Settings</h1>
<p class="lead">Settings of ${site.name}.</p>
${others.length > 0 && html`<p>Other sites: ${others.map((other, i) => html`${i > 0 && ", "}<a href="${siteUrls(runtime, other).base}${path}">${other.name}</a>`)}</p>`}
${["look", "access", "numbers", "place", "kinds", "header", "footer"].map(form)}
<h2>Texts and legal pages</h2>
${await Promise.all(siteTexts.map(({ name }) => textForm(visit, acts, name, values, sent)))}
<h2>Own pages</h2>
${await Promise.all(pages.map((name) => textForm(visit, acts, name, values, sent, name === ownPagePrefix + added.data)))}
<form method="get" action="${path}">${textField({
      ...{ name: "page", label: "Slug of a new page", keyboard: "code", value: query.get("page") ?? "" },
      hint: "The last part of its URL, such as “faq” for /pages/faq.",
      error: query.has("page") && added.error ? "Use only letters, digits and single hyphens." : undefined,
    })}<div class="actions"><button>Add page</button></div></form>`,
  });
}

async function textForm(
  visit: SignedInVisit,
  acts: Acts,
  name: string,
  values: Record<string, unknown>,
  sent?: Sent,
  isOpen = false,
): Promise<Html> {
  const { site, runtime, base } = visit;
  const mine = sent?.name === name && !sent.errors ? sent : undefined;
  const isDefault = lookup(site.settings.texts ?? {}, name) === undefined;
  const note = lookup(defaultTexts, name)
    ? "This is the default text. In production, a legal page is published when you save it."
    : "This page has no text of its own yet.";
  const { text } = fillText(mine?.form.raw(`texts.${name}`) ?? "", { ...runtime, site, urls: siteUrls(runtime, site) });
  return actForm(visit, acts, name, {
    ...{ values, sent, isOpen },
    more: html`${name.startsWith(ownPagePrefix) && !isDefault && html`<p><a href="/${name}">View page</a></p>`}${isDefault && html`<p class="hint">${note}</p>`}${
      mine &&
      html`<section class="aside" aria-label="Preview"><div class="written" dir="auto">${safeHtml(await renderMarkdown(text, base, { keepsLines: true }))}</div></section>`
    }`,
    buttons: html` <button name="do" value="${name}.preview" aria-label="Preview: ${lookup(acts, name)!.label}">Preview</button>`,
  });
}
