import { listingFields } from "../../listings/fields.ts";
import { isUnready } from "../crawl/placeholder.ts";
import { isSameSite } from "../crawl/same-site.ts";
import { type PlatformName, platformName, platformNames } from "../platform-names.ts";
import {
  aroundMatch,
  type Found,
  hasType,
  type Passage,
  productThings,
  quotesOf,
  type Site,
  textsOf,
} from "./read-site.ts";
import { escapePattern } from "./words.ts";

/** Addresses that only a build for that platform has. */
const byLink: [PlatformName, RegExp][] = [
  ["macOS", /^https?:\/\/apps\.apple\.com\/.*[?&]mt=12|^https?:\/\/[^?#]+\.dmg(?:$|\?)|formulae\.brew\.sh\/cask\//iu],
  [
    "iOS",
    /^https?:\/\/(?:apps|itunes)\.apple\.com\/(?!.*[?&]mt=12)(?:.*\/)?(?:app\/|id\d)|^https?:\/\/testflight\.apple\.com\/join/iu,
  ],
  [
    "Android",
    /^https?:\/\/play\.google\.com\/store\/apps\/details|^https?:\/\/(?:www\.)?f-droid\.org\/(?:\w+\/)?packages\/|^https?:\/\/[^?#]+\.apk(?:$|\?)/iu,
  ],
  [
    "Windows",
    /^https?:\/\/(?:apps\.microsoft\.com|(?:www\.)?microsoft\.com\/(?:[\w-]+\/)?(?:p|store))\/|^https?:\/\/[^?#]+\.(?:exe|msi|msix)(?:$|\?)/iu,
  ],
  [
    "Linux",
    /^https?:\/\/(?:www\.)?flathub\.org\/(?:\w+\/)*apps\/|^https?:\/\/snapcraft\.io\/[\w-]+$|^https?:\/\/[^?#]+\.(?:appimage|deb|rpm|flatpak|snap)(?:$|\?)/iu,
  ],
  [
    "Browser extension",
    /^https?:\/\/(?:chromewebstore\.google\.com\/detail|chrome\.google\.com\/webstore\/detail|addons\.mozilla\.org\/(?:[\w-]+\/)?\w+\/addon|microsoftedge\.microsoft\.com\/addons\/detail)/iu,
  ],
  ["Docker", /^https?:\/\/hub\.docker\.com\/(?:r|_)\/|^https?:\/\/ghcr\.io\//iu],
  ["VS Code", /^https?:\/\/marketplace\.visualstudio\.com\/items/iu],
  ["WordPress", /^https?:\/\/(?:\w+\.)?wordpress\.org\/plugins\/[\w-]+/iu],
  ["Shopify", /^https?:\/\/apps\.shopify\.com\/[\w-]+/iu],
  ["Discord", /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/(?:api\/)?oauth2\/authorize/iu],
  ["Slack", /^https?:\/\/slack\.com\/(?:oauth|apps)\//iu],
  ["Figma", /^https?:\/\/www\.figma\.com\/community\/plugin/iu],
];

/** Said of the product anywhere on its pages. */
const byText: [PlatformName, RegExp][] = [
  [
    "Self-hosted",
    /\bself[- ]?host(?:ed|ing|able)?\b|\bon[- ]premises?\b|\b(?:on|to) your own (?:server|machine|hardware|infrastructure|vps)s?\b|\bselbst (?:ge)?host\w+|\bauf (?:deinem|ihrem|dem) eigenen server\b|sur (?:votre|son|ton) propre serveur|en (?:tu|su) propio servidor|auto-?h[ée]berg\w+|セルフホスト|استضافة ذاتية/iu,
  ],
  [
    "Docker",
    /\bdocker (?:run|pull|compose|image)\b|\bdocker-compose\b|\bofficial docker\b|\b(?:with|via|using|as a|in|and|or) docker\b/iu,
  ],
  ["Kubernetes", /\bhelm (?:install|chart)\b|\bkubectl apply\b|\bkubernetes operator\b/iu],
  [
    "CLI",
    /\bcommand[- ]line (?:tool|interface|client|app\w*|program|utility)\b|\b(?:a|the|our|its|from the|in the|in your|fast|simple|small|tiny) (?:cli|terminal)\b|\bcli (?:tool|app|for|that)\b|\bbrew install (?!--cask)|\bcargo install \w|\bgo install \w|\bpipx install \w|\bnpm (?:install|i) (?:--global|-g)\b|\bnpx (?:-y )?[\w@]|\bcurl [^|]{5,120}\| ?(?:sudo )?(?:ba|z)?sh\b|コマンドライン/iu,
  ],
  ["API", /\b(?:rest|graphql|http|json|web|public|open|developer)(?:ful)? api\b|\brest-api\b|\bAPI連携/iu],
  [
    "Browser extension",
    /\bbrowser (?:extension|add-?on|plugin)\b|\b(?:chrome|firefox|safari|edge) (?:extension|add-?on)\b|\b(?:add|install) (?:it )?(?:to|in) (?:chrome|firefox)\b|browser-?erweiterung|拡張機能|إضافة المتصفح/iu,
  ],
  [
    "Web",
    /\b(?:in|from|with|inside) (?:your|the|any|a) (?:web ?)?browser\b|\bweb[- ]?app(?:lication)?\b|\bbrowser-based\b|\bweb version\b|\bno (?:download|installation|install)s? (?:needed|required|necessary)\b|\bim browser\b|\bweb-?anwendung\b|dans (?:le|votre|ton) navigateur|en (?:el|tu|su) navegador|no (?:seu )?navegador|nel (?:tuo )?browser|in (?:de|je|uw) browser|w (?:(?:twojej )?przeglądarce)|tarayıcı(?:dan|da|nızda|nızdan)|в (?:вашем |вашому )?браузер[еі]|trên trình duyệt|浏览器(?:中|里)|브라우저에서|ブラウザ(?:だけで|で|上で|から)|Webアプリ|من المتصفح|في المتصفح/iu,
  ],
  [
    "iOS",
    /\b(?:i[Pp]hone|i[Pp]ad)s?(?: and (?:i[Pp]ad|Apple Watch|Android)s?)? app\b|\biOS[ -](?:app|and Android|devices?|\d)|\b[Rr]equires iOS\b|\b(?:on|for|from) (?:your |the )?(?:iPhone|iPad|iOS)\b|\b[Aa]pp [Ss]tore\b|iOS(?:アプリ|・|版|対応|と)|(?:آيفون|iOS)/u,
  ],
  [
    "Android",
    /\bandroid[ -](?:app|phones?|and ios|devices?|\d)|\b(?:on|for|from|and|or|und|et|y|auf|für|sur|pour|para) android\b|\bgoogle play\b|\bf-droid\b|Android(?:アプリ|版|対応|の)|أندرويد/iu,
  ],
  ["Windows", /\b(?:irm|iwr) [^|]{5,160}\| ?iex\b|\b(?:winget|scoop|choco) install \w/iu],
  ["Slack", /\bslack (?:app|bot)\b|\badd to slack\b/iu],
  ["Discord", /\bdiscord bot\b|\badd to discord\b/iu],
  ["Python", /\bpip3? install \w/iu],
  ["Node.js", /\b(?:npm (?:install|i|add)(?! (?:-g|--global))|yarn add|pnpm add|bun add) [\w@-]/iu],
];

const system = "(?:macOS|Mac ?OS X|OS X|Mac|Windows|Linux|iOS|iPadOS|iPhone|iPad|Android|ChromeOS|Web|Ubuntu|Debian)";
const several = new RegExp(
  `\\b${system}(?:\\s*\\([^)]{1,20}\\))?(?:\\s*(?:,|/|&|·|・|•|\\||、|・|،|\\band\\b|\\bor\\b|\\bund\\b|\\bet\\b|\\by\\b|\\bو)+\\s*(?:and |or |und |the )?${system})+(?!\\p{Script=Latin})`,
  "gu",
);
const one = new RegExp(
  `(?:\\b(?:download|available|app|client|works|runs?|install|built|native|version|builds?|made|get it|now|verfügbar|läuft|disponible)\\b[^.!?]{0,40}\\b(?:for|on|für|auf|pour|sur|para|en)|^for|^download)\\s+(?:your |the |any )?(${system})(?!\\p{Script=Latin})`,
  "giu",
);
const platformNamed = new RegExp(system, "u");
const bareLabel = new RegExp(`^(${system})(?:\\s+(?:app|download|\\(.*\\)|\\d.*))?$`, "u");
const negation =
  /\b(?:not|no (?:[\w-]+ ){0,3}(?:apps?|versions?|support|clients?|builds?|plans?|ports?)|never|nicht|niet|cookies?|isn['’]t|aren['’]t|doesn['’]t|don['’]t|without|unlike|instead of|noch nicht|geplant|kein\w*|coming|soon|planned|under development|roadmap|yet|pas encore|prévue?s?|aún no|todavía no|previst[oaie]s?|planej\w*|ancora non|nog niet|gepland|jeszcze nie|planowan\w*)\b|henüz|planlan|yol harita|ещё нет|планиру|планує|未定|予定|公開する|開発中|検討中|対応していません|即将|计划|예정|لاحق/iu;
/** What the sentence is about is another thing: what is moved, mended, drawn or used together with the product. */
const othersSubject =
  /\b(?:migrat\w+|import(?:s|ed|ing)?|replac\w+|switch(?:ing)? from|moving from|instead of|integrat\w+|connects? (?:to|with)|works? (?:with|alongside) (?:your )?existing|compatible with|mock-?ups?|screenshots?|displaying|prototypes?|experimental|(?:design|preview|render|test|debug|develop)\w* in|changes in|frames?|bezels?|wallpapers?|emulat\w+|simulat\w+|repairs?|recover\w*|resetting|unlock\w*|tutorials? for|users of|stored|saved|locally)\b|(?<!\p{L})(?:stock(?:é|ée)s?|locale?ment\p{L}*|gespeichert|almacen\p{L}*|armazen\p{L}*|guardad\p{L}*|salvat\p{L}*|opgeslagen|zapis\p{L}*|migrier\p{L}*|reparatur\p{L}*|réparation\p{L}*|réparer|reparación|reparaciones|conserto|assistência técnica|riparazion\p{L}*|napraw\p{L}*|serwis\p{L}*|onarım|tamir\p{L}*|ремонт\p{L}*|sửa chữa)(?!\p{L})|استعادة|إصلاح|修理|维修|수리/iu;
/** Addresses and words of what lies behind a sign-in, which is where a product of the web begins. */
const signIn =
  /^(?:log ?in|sign ?in|sign ?up|log ?on|register|create (?:an )?account|get started(?: free)?|start (?:free|for free|your free trial|free trial)|try (?:it )?(?:free|for free)|open (?:the )?app|launch app|go to app|ouvrir l['’]app\p{L}*|app öffnen|abrir (?:la |o )?app|apri l['’]app|anmelden|jetzt einloggen|einloggen|registrieren|kostenlos testen|connexion|se connecter|s['’]inscrire|iniciar sesi[oó]n|acceso (?:de )?clientes|registrarse|acessar|entrar$|fazer login|accedi|inloggen|zaloguj|giriş(?: yap)?$|войти|вход$|увійти|вхід$|đăng nhập|登录|로그인|ログイン|新規登録|無料登録|تسجيل الدخول|إنشاء حساب)/iu;
const password =
  /^(?:your )?(?:password|passwort|mot de passe|contraseña|senha|palavra-passe|wachtwoord|hasło|şifre|parola|пароль|mật khẩu|パスワード|密码|비밀번호|كلمة المرور)/iu;
const signInAddress =
  /^https?:\/\/(?:app|my|dashboard|login|account|accounts)\.|\/(?:login|log-in|signin|sign-in|signup|sign-up|register|users\/sign_(?:in|up))(?:$|[/?])/iu;

/** A quick look, since most texts say nothing of platforms. */
const mentionsPlatform =
  /\biex\b|winget|scoop|choco|host|premise|own (?:server|machine|hardware|infra|vps)|server|docker|helm|kube|cli\b|command|terminal|install|brew|cargo|npx|npm|pnpm|yarn|bun |pip|curl|api|browser|chrome|firefox|safari|edge|web|download|navegador|navigateur|ios|iphone|ipad|app store|android|google play|droid|slack|discord|mac|os x|windows|linux|ubuntu|debian|héberg|przegląd|tarayıcı|брауз|trình duyệt|浏览|브라우|ブラウザ|アプリ|コマンド|セルフ|拡張|استضافة|متصفح|آيفون|أندرويد/iu;

const japanese = new RegExp(`(${system})(?=(?:の|で|版|対応|に対応|アプリ|パソコン|にも|から))`, "gu");

type Evidence = Map<PlatformName, Passage[]>;

function note(found: Evidence, name: PlatformName | null, passage: Passage): void {
  if (name === null) return;
  const passages = found.get(name) ?? [];
  if (passages.length < 3) passages.push(passage);
  found.set(name, passages);
}

function readThings(site: Site, found: Evidence): void {
  for (const { page, thing } of productThings(site)) {
    for (const text of textsOf(thing.operatingSystem))
      for (const part of text.split(/\s*(?:,|;|\/|\band\b|&|\|)\s*/iu)) note(found, platformName(part), { page, text });
    for (const text of textsOf(thing.browserRequirements)) note(found, "Web", { page, text });
    if (hasType(thing, /^WebApplication$/u)) note(found, "Web", { page, text: "WebApplication" });
    for (const text of [...textsOf(thing.installUrl), ...textsOf(thing.downloadUrl)])
      for (const [name, address] of byLink) if (address.test(text)) note(found, name, { page, text });
  }
}

function readLinks(site: Site, found: Evidence): void {
  for (const { page, kind } of site.pages) {
    if (kind === "blog") continue;
    for (const link of page.links) {
      const text = link.text === "" ? link.url : link.text;
      for (const [name, address] of byLink) if (address.test(link.url)) note(found, name, { page, text });
    }
  }
}

/** "Design in the browser" says what is done with the product; one that is installed is of the web only where it runs there. */
const runsInBrowser =
  /\b(?:runs?|works?|use|used|open|opens|play|edit|available|entirely|right|100 ?%|completely|without install\w*)\b[^.!?]{0,40}\b(?:in|from|with|inside) (?:your|the|any|a) (?:web ?)?browser\b|\bweb[- ]?app(?:lication)?\b|\bweb version\b|\bno (?:download|installation|install)s?\b/iu;

const inTheBrowser = /^(?:in|from|with|inside) (?:the|a) (?:web ?)?browser$/iu;

/** Whether structured data calls the site a business of some place, which sells no software. */
function isLocalBusiness(site: Site): boolean {
  const isLocal = site.things.some(({ thing }) =>
    hasType(
      thing,
      /^(?:LocalBusiness|ProfessionalService|HomeAndConstructionBusiness|Store|\w+Store|Restaurant|Hotel|LodgingBusiness|MedicalBusiness|MedicalClinic|Physician|Dentist|AutoRepair|AutomotiveBusiness|LegalService|RealEstateAgent|HealthAndBeautyBusiness|BeautySalon|HairSalon|School|DrivingSchool|SportsActivityLocation)$/u,
    ),
  );
  return isLocal && productThings(site).length === 0;
}

const longestBadge = 40;
const badges: [PlatformName, RegExp][] = [
  ["iOS", /(?<!mac )\bapp store\b/iu],
  ["Android", /\bgoogle play\b|\bf-droid\b/iu],
];

function readTexts(site: Site, found: Evidence): void {
  if (isLocalBusiness(site)) return;
  const isInstalled = (["macOS", "Windows", "Linux"] as const).some((name) => found.has(name));
  for (const { page, kind, content } of site.pages) {
    if (kind === "blog" || kind === "people" || kind === "other") continue;
    const description = page.meta.description ?? "";
    const texts = [page.title, description, ...content.map(({ text }) => text)];
    for (const text of texts) {
      // A question says nothing; its answer does.
      if (/[?？؟]\s*$/u.test(text)) continue;
      for (const { name, at, length } of platformsIn(text))
        if (
          name !== "Web" ||
          !(isInstalled || inTheBrowser.test(text.slice(at, at + length))) ||
          runsInBrowser.test(sentenceAround(text, at))
        )
          note(found, name, { page, text: aroundMatch(text, at, length) });
    }
    // The badge of a store stands in the frame as well.
    for (const { tag, region, text } of page.blocks)
      if (region !== "main" && tag === "a" && text.length <= longestBadge && !negation.test(text) && !isUnready(text))
        for (const [name, store] of badges) if (store.test(text)) note(found, name, { page, text });
    for (const block of content) {
      const label = bareLabel.exec(block.text)?.[1];
      if (label !== undefined && /^(?:h[2-6]|button|summary|th|dt)$/u.test(block.tag))
        note(found, platformName(label), { page, text: block.text });
    }
  }
}

/** Platforms that a text says the product is for, and where it says so. */
function platformsIn(text: string): { name: PlatformName; at: number; length: number }[] {
  if (!mentionsPlatform.test(text)) return [];
  const said: { name: PlatformName; at: number; length: number }[] = [];
  const say = (names: (PlatformName | null)[], { index: at = 0, 0: { length } }: RegExpMatchArray) => {
    const sentence = withoutNeeds(sentenceAround(text, at), length);
    if (negation.test(sentence) || isUnready(sentence) || othersSubject.test(sentence)) return;
    for (const name of names) if (name !== null) said.push({ name, at, length });
  };
  for (const [name, words] of byText) {
    const match = words.exec(text);
    if (match !== null) say([name], match);
  }
  for (const match of text.matchAll(several)) say(match[0].match(new RegExp(system, "gu"))!.map(platformName), match);
  for (const match of text.matchAll(japanese)) say([platformName(match[1]!)], match);
  for (const match of text.matchAll(one)) say([platformName(match[1]!)], match);
  return said;
}

/** Whether words of a site support that its product is for this platform, as a reader of the site itself would find. */
export function saysPlatform(text: string, name: PlatformName): boolean {
  if (byLink.some(([linked, address]) => linked === name && address.test(text))) return true;
  if (platformsIn(text).some((said) => said.name === name)) return true;
  const isNamed = new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(name)}(?![\\p{L}\\p{N}])`, "iu").test(text);
  return isNamed && !negation.test(text) && !othersSubject.test(text);
}

/** "In the browser — no project, no installation" says what it does without; a platform may be named behind the dash. */
function withoutNeeds(sentence: string, length: number): string {
  const told = sentence.replace(needs, "");
  return told.length >= length && !platformNamed.test(sentence.slice(told.length)) ? told : sentence;
}
const needs = /\s[–—]\s(?:kein\p{L}*|no|ohne|without|sans|sin|sem|senza|geen|zonder|bez)\s.*$/iu;

function sentenceAround(text: string, at: number): string {
  const start = Math.max(...[". ", "! ", "? ", "。"].map((end) => text.lastIndexOf(end, at)));
  const ends = [". ", "! ", "? ", "。"].map((end) => text.indexOf(end, at)).filter((end) => end !== -1);
  return text.slice(start + 1, ends.length > 0 ? Math.min(...ends) : undefined);
}

/** Whether its first page asks at once who one is. */
export const isForSigningIn = ({ home }: Site) =>
  home.content.some(
    ({ tag, text }) => (tag === "button" && signIn.test(text)) || (tag === "label" && password.test(text)),
  );

/** A product with a sign-in and nothing to install is one of the web. */
function readSignIn(site: Site, found: Evidence): void {
  // A shop has accounts too.
  const isShop =
    site.things.some(({ thing }) => hasType(thing, /^Product$/u)) &&
    productThings(site).every(({ thing }) => hasType(thing, /^Product$/u));
  if (found.has("Web") || isShop) return;
  for (const { page } of site.pages) {
    const links = page.links.filter(
      (link) =>
        // An account of others, which the product uses, is no sign-in of its own.
        isSameSite(site.url, link.url) &&
        (signInAddress.test(link.url) || (signIn.test(link.text) && link.region !== "main")),
    );
    const buttons = page.blocks.filter(
      ({ tag, text }) => (tag === "button" && signIn.test(text)) || (tag === "label" && password.test(text)),
    );
    const [text] = [
      ...links.map((link) => (link.text === "" ? link.url : link.text)),
      ...buttons.map(({ text }) => text),
    ];
    if (text === undefined) continue;
    note(found, "Web", { page, text });
    return;
  }
}

/** Platforms the site says the product is for, in the vocabulary's order. */
export function findPlatforms(site: Site): Found<string[]> {
  const found: Evidence = new Map();
  readThings(site, found);
  readLinks(site, found);
  readTexts(site, found);
  readSignIn(site, found);
  const value = platformNames.filter((name) => found.has(name)).slice(0, listingFields.platforms.max);
  return { value, quotes: quotesOf(value.flatMap((name) => found.get(name)!.slice(0, 1))) };
}
