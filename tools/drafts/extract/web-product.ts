import { isUnready } from "../crawl/placeholder.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import { hasType, type Passage, productThings, type Site } from "./read-site.ts";
import webProducts from "./words/web-products.json" with { type: "json" };

/** Words for companies that make things for others. Their lists of services name every platform. */
const agency =
  /(?<!\p{L})(?:(?:creative|digital|web|design|marketing|branding|software) agency|software house|\p{L}*agentur|agence (?:web|digitale|de (?:communication|création))|agencia (?:web|digital|de)|agenzia (?:web|digitale|di)|agência (?:web|digital|de)|web(?:bureau|byrå)|reclamebureau|reklambyrå|reklamebureau|agencja (?:interaktywna|reklamowa|marketingowa)|digitální agentura|dijital ajans\p{L}*|веб-студи\p{L}*|веб-агент\p{L}*)(?!\p{L})|制作会社|设计公司|웹에이전시/iu;

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

/** Words for making products for others. Companies that do so do not sell these products. */
const madeForOthers =
  /(?<!\p{L})(?:d[eé]velop\p{L}*|entwickel\p{L}*|entwickl\p{L}*|desarroll\p{L}*|desenvolv\p{L}*|svilupp\p{L}*|ontwikkel\p{L}*|tworz\p{L}*|vývoj\p{L}*|vyvíj\p{L}*|geliştir\p{L}*|разраб\p{L}*|розроб\p{L}*|utveckl\p{L}*|udvikl\p{L}*|utvikl\p{L}*|kehit\p{L}*|fejleszt\p{L}*|dezvolt\p{L}*|agency|agentur|agence|agencia|agenzia|agência)(?!\p{L})|開発|制作|开发|開發|개발|تطوير/iu;

const doneByPages =
  /(?<!\p{L})(?:calculators?|simulators?|converters?|(?:free|handy|useful) (?:\p{L}+ ){0,2}tools|(?:qr|code|name|image|text|logo|meme|password|headshot|mockup|caption)[\p{L} -]{0,12} generators?|generator (?:qr|kod)\p{L}*|rechner|umrechner|simulateurs?|calculateurs?|calculatrices?|convertisseurs?|calculadoras?|conversor\p{L}*|simulador\p{L}*|calcolator[ei]|convertitor[ei]|rekentool|rekenmachine|kalkulator\p{L}*|kalkulačk\p{L}*|hesaplama|hesaplayıcı\p{L}*|dönüştürücü\p{L}*|калькулятор\p{L}*|räknare|beregner|kalkylator|laskuri\p{L}*|kalkulátor\p{L}*|(?:darmowe|bezpłatne) narzędzi\p{L}*|(?:outils|herramientas|strumenti|narzędzia|ferramentas) (?:gratuit\p{L}*|gratis|grátis|biurowe)|kostenlose (?:werkzeuge|tools))(?!\p{L})|計算ツール|シミュレーター|変換ツール|计算器|转换器|계산기|변환기|حاسبة/iu;

const dropped =
  /\bdrag (?:and|&|['’]?n['’]?|or) drop (?:(?:your|a|an|the|any|or|files?|images?|pdf|here)\b ?)+|\bdrop (?:your |a |an |the |any )?(?:files?|images?|photos?|pdfs?|\p{L}+) here\b|hierher ziehen|hier ablegen|glissez(?:-| et )déposez|déposez (?:vos|votre|un)|arrastra (?:y suelta|tus?|un|el|los)|arraste (?:e solte|seus?|o)|trascina (?:e rilascia|qui|i|il)|sleep (?:je|uw|een) bestand\p{L}*|przeciągnij|přetáhněte|sürükle(?:yip|yin)|перетащите|перетягніть|dra och släpp|træk og slip|dra og slipp|húzd ide|trage(?:ți)? fișier|kéo (?:và )?thả|seret (?:dan lepas|file)|ドラッグ(?:＆|&|アンド)|ドロップ|拖(?:拽|放|动)|끌어다|اسحب/iu;

const ofContact =
  /(?:name|prénom|^nom|nombre|^nome|cognome|naam|imię|jméno|příjmení|isim|^ad[ıi]?\b|имя|ім|namn|navn|nimi|^név|nume|họ tên|nama|e-?mail|e-?post|correo|posta|почт|пошт|phone|t[eé]l[eé]fon|tel\b|telefoon|puhelin|телефон|điện thoại|message|nachricht|mensaje|mensagem|messaggio|bericht|wiadomo|zpráva|mesaj|сообщени|повідомл|meddelande|besked|melding|viesti|üzenet|tin nhắn|pesan|company|firma|entreprise|empresa|azienda|bedrijf|subject|betreff|sujet|asunto|password|passwor|mot de passe|contraseña|senha|hasło|heslo|şifre|пароль|parol|jelszó|salasana|lösen|mật khẩu|cookie|privacy|newsletter|名前|氏名|メール|電話|お問い?合わせ|姓名|电话|邮箱|电邮|이름|이메일|전화|الاسم|البريد|الهاتف)/iu;

const sending =
  /^\P{L}{0,4}(?:send|submit|request|senden|absenden|anfrage|anfordern|envoyer|demander|enviar|solicitar|invia|richiedi|verstu|verzend|aanvragen|wyślij|odeslat|poslat|gönder|отправить|надіслати|skicka|lähetä|küld|trimite|gửi|kirim)(?!\p{Lu})|^(?:送信|发送|提交|보내기|إرسال)/iu;

const action =
  /^\P{L}{0,4}(?:generate|convert|calculate|compute|compress|merge|split|export|encode|decode|draw|roll|shuffle|start scan|run|download (?:all|png|svg|pdf|zip|jpe?g|image|csv)|generieren|erzeugen|berechnen|umrechnen|umwandeln|konvertieren|exportieren|générer|convertir|calculer|exporter|lancer|tirer|generar|calcular|exportar|gerar|converter|baixar|genera|calcola|converti|esporta|genereer|bereken|exporteer|generuj|oblicz|konwertuj|eksportuj|vygenerovat|spočítat|vypočítat|převést|oluştur|hesapla|dönüştür|dışa aktar|сгенерировать|рассчитать|посчитать|конвертировать|згенерувати|розрахувати|generera|beräkna|räkna ut|konvertera|beregn|konverter|generer|laske|muunna|kiszámít|számol|generál|calculează|generează|tạo|tính|hitung|buat|unduh)(?!\p{L})|^(?:計算|生成|変換|作成|生成|计算|转换|下载|계산|생성|변환|احسب|إنشاء|تحويل)/iu;

const leastControls = 12;
/** A contact form has fewer controls than this. */
const manyControls = 20;

/** @param isInstalled whether the product is installed, in which case a page may show only a part of it */
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

/** Finds a drop area, a form with a button that processes something, or many controls and little else. */
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
