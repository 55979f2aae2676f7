import { isUnready } from "../crawl/placeholder.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import { patternsOf } from "./phrases.ts";
import { hasType, type Passage, productThings, type Site } from "./read-site.ts";
import phraseLists from "./words/web-product.json" with { type: "json" };
import webProducts from "./words/web-products.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

/** Words for companies that make products for clients. Their lists of services mention every platform. */
const agency = phrases.agency;

export function sellsNoSoftware(site: Site): boolean {
  const isLocal = site.things.some(({ thing }) =>
    hasType(
      thing,
      /^(?:LocalBusiness|ProfessionalService|HomeAndConstructionBusiness|Store|\w+Store|Restaurant|Hotel|LodgingBusiness|MedicalBusiness|MedicalClinic|Physician|Dentist|AutoRepair|AutomotiveBusiness|LegalService|RealEstateAgent|HealthAndBeautyBusiness|BeautySalon|HairSalon|School|DrivingSchool|SportsActivityLocation)$/u,
    ),
  );
  const { page, content } = site.home;
  const isAgency = [page.title, content.find(({ tag }) => tag === "h1")?.text ?? ""].some((text) => agency.test(text));
  return (isLocal || isAgency) && productThings(site).length === 0;
}

export const isShop = (site: Site) =>
  site.things.some(({ thing }) => hasType(thing, /^Product$/u)) &&
  productThings(site).every(({ thing }) => hasType(thing, /^Product$/u));

const online = new RegExp(
  `(?<!\\p{L})(?:${webProducts.join("|")})(?! ?(?:design|development)|\\p{L})|クラウド型|クラウドサービス|オンライン(?:ツール|サービス|プラットフォーム)|(?:Web|ウェブ)(?:サービス|ツール|システム)|在线(?:工具|平台|编辑|生成|计算|转换)|線上(?:工具|平台)|온라인 ?(?:도구|플랫폼)|웹 ?(?:서비스|앱|기반)|(?:منصة|أداة) (?:إلكترونية|ويب|سحابية)`,
  "iu",
);

/** Words for making products for clients. A company that does so does not sell these products itself. */
const madeForOthers = phrases.madeForOthers;

const doneByPages = phrases.doneByPages;

const dropped = phrases.dropped;

const ofContact = phrases.ofContact;

const sending = phrases.sending;

const action = phrases.action;

const leastControls = 12;
/** A contact form has fewer controls than this. */
const manyControls = 20;

/** @param isInstalled whether users install the product. Its website may then show only a part of it. */
export function findOnPage(site: Site, isInstalled: boolean): Passage | null {
  if (sellsNoSoftware(site) || isShop(site)) return null;
  const { page, content } = site.home;
  const headings = content.filter(({ tag }) => /^h[12]$/u.test(tag)).slice(0, 3);
  const told = [page.title, page.meta.description ?? "", ...headings.map(({ text }) => text)].filter(
    (text) => !isUnready(text) && !madeForOthers.test(text),
  );
  const said =
    told.find((text) => online.test(text)) ?? (isInstalled ? undefined : told.find((text) => doneByPages.test(text)));
  if (said !== undefined) return { page, text: said };
  if (isInstalled) return null;
  const control = findControls(content);
  return control === undefined ? null : { page, text: control.text };
}

/** Finds a drop area for files, a form with a button that processes input, or many controls with little other text. */
function findControls(content: TextBlock[]): TextBlock | undefined {
  const labels = content.filter(({ tag }) => tag === "label" || tag === "legend");
  const buttons = content.filter(({ tag, text }) => tag === "button" && !/[?？]\P{L}*$/u.test(text));
  const asksWho =
    labels.some(({ text }) => text.length <= 40 && ofContact.test(text)) ||
    buttons.some(({ text }) => sending.test(text));
  const controls = labels.length + buttons.length;
  const isShell = controls >= leastControls && controls > content.length / 2;
  const dropping = content.find(({ text }) => text.length <= 120 && dropped.test(text));
  const making = buttons.find(({ text }) => text.length <= 40 && action.test(text));
  if (asksWho && !(isShell && controls >= manyControls)) return undefined;
  return dropping ?? (isShell || labels.length >= 2 ? making : undefined) ?? (isShell ? buttons[0] : undefined);
}
