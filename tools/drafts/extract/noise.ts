import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { isForSale, isUnready } from "../crawl/placeholder.ts";
import { countWords, lengthOf } from "./sentences.ts";
import { remembered, wordsOf } from "./words.ts";

const cookies =
  /\b(?:we (?:and our partners )?use (?:\w+ )?cookies|cookies?[- ](?:policy|settings|consent|banner|notice|preferences)|accept (?:all )?cookies|this (?:site|website) uses cookies|diese (?:web)?seite (?:verwendet|nutzt) cookies|verwenden (?:wir )?cookies|utilis\w+ (?:des|de) cookies|utiliza(?:mos)? cookies|gdpr consent)\b|クッキー|Cookieを使用|ملفات تعريف الارتباط/iu;
const legal =
  /^(?:©|\(c\)|copyright\b)|\ball rights reserved\b|\b(?:terms of (?:service|use)|privacy policy)\b.{0,80}$|^(?:last updated|effective date)\b|registered trademarks?\b|alle rechte vorbehalten|tous droits réservés|datenschutzerklärung|politique de confidentialité|política de privacida(?:de?|d)|informativa (?:sulla )?privacy|privacyverklaring|polityk\p{L}* prywatności|gizlilik politikas|политик\p{L}* конфиденциальности|політик\p{L}* конфіденційності|プライバシーポリシー|隐私政策|개인정보 ?처리방침|chính sách bảo mật|سياسة الخصوصية/iu;
const placeholders =
  /\blorem ipsum\b|\b(?:please )?enable javascript\b|\bjavascript (?:is )?(?:required|disabled)\b|\byou need to enable javascript\b|^(?:loading|please wait)\b|\bpage not found\b|\bbrowser is (?:not supported|out of date)\b|\bskip to (?:main )?content\b|\bwill appear here\b|(?<!\p{L})(?:erscheinen hier|apparaîtr\p{L}+ ici|aparecerán? aquí|aparecerão aqui|appariranno qui|uzupełnij|pojawią się tutaj|título do card|card com suporte)(?!\p{L})/iu;
const callsToAction =
  /^(?:(?:please |now |so |then |or |and |just |simply |go ahead and )*)(?:sign[ -]?up|sign in|log ?in|get (?:started|it now|in touch|your|access|early access|the app|a (?:demo|quote))|start (?:(?:your|a|now|for|today|free|using|building|with)\b)|try (?:it|us|our|for|now|free|the|\w+ (?:for free|free|today|now))|join (?:us|our|the|now|thousands|over|more|\d)|download (?:now|it|the|our|for|today|\w+ (?:for free|today|now))|buy now|order now|subscribe|register|book (?:a|your)|schedule (?:a|your) (?:demo|call)|request (?:a|your|access)|learn more|read (?:more|on|the|our)|find out|discover (?:how|more|why|the)|see (?:how|why|what|for yourself|more|it in action|our|the)|click|contact (?:us|sales)|talk to|watch (?:the|a|our|it|demo)|check (?:it )?out|follow us|share (?:this|on)|visit (?:our|us|the)|explore (?:our|the|more)|view (?:all|our|the|on|more)|don['’]t (?:miss|wait|hesitate)|claim your|upgrade (?:now|today)|install (?:now|it today)|jetzt|kostenlos (?:testen|starten|registrieren)|mehr erfahren|essayez|inscrivez|commencez|en savoir plus|¡?prueb(?:a|e|alo|elo)\b|¡?pruébalo|regístrate|comienza|más información|iscriviti|prova (?:ora|gratis)|confira|conheça|saiba mais|fale conosco|entre em contato|agende(?!\p{L})|cadastre-se|maak (?:een|nu|je|uw)|neem contact|vraag (?:een|nu)|bekijk|lees meer|meer info|zobacz|dołącz|umów(?!\p{L})|skontaktuj|sprawdź|zamów(?!\p{L})|zapisz się|pobierz|scopri(?!\p{L})|richiedi(?!\p{L})|prenota(?!\p{L})|contattaci|contactez|réservez|prenez|téléchargez|solicita(?!\p{L})|reserva tu|contáctanos|descarga(?!\p{L})|scarica(?!\p{L})|baixe(?!\p{L})|ladda ner|stáhn(?:i|ěte)(?!\p{L})|letölt|descarcă(?!\p{L})|lataa(?!\p{L})|unduh(?!\p{L})|únete|visita (?:la|il|el|nuestr[oa]|[oa] nosso?a?)(?!\p{L})|rejoignez|rejoins(?!\p{L})|unisciti|junte-se|werde teil|(?:kontaktieren|rufen|vereinbaren|buchen|testen|fordern|melden|werden) sie (?:uns|jetzt|teil|mich|einen|ein|noch|sich)|hemen |randevu al|узнать|заказать|закажи|попробуй|замовити|дізнатися|đăng ký|tải (?:ngay|về)|liên hệ|立即|了解更多|欢迎加入|欢迎(?:联系|咨询|来到)|点击|지금 |今すぐ|無料で(?:始める|試す)|詳しくは|お問い合わせ|سجل|ابدأ|اعرف المزيد)/iu;
const ready =
  /^(?:ready to|are you ready|want to|need help|have (?:a )?questions?|still have|any questions|looking for|what are you waiting)\b/iu;

const housekeeping =
  /^(?:for (?:more|further|support|help|details|additional|information|instructions|the full|a (?:full|complete) list|questions|bug|an? (?:example|overview))|please (?:note|see|read|refer|check|make|report|open|visit|use|feel)|(?:see|refer to|head over|take a look|have a look|look at|consult) |(?:more|further|full|complete|detailed|additional) (?:information|documentation|details|instructions)|note(?: that|:)|instructions (?:on|for)|before (?:submitting|you|opening|starting|installing)|first,|if you (?:want|need|have|would|are|find|don['’]t|already|encounter|like|prefer|use)|in (?:the|this) (?:following|above|below|link|guide|document|section|page|example)|the (?:installer|following|above|below|documentation|docs|source code|full|latest|code|repository)\b|all (?:of )?(?:the )?links|this (?:page|guide|document|section|readme|repository|repo|package|release|version|article|post)\b|you can (?:find|also|now|read|see|contact|install|download)|you (?:will|should|must|may|need)|by (?:participating|using|continuing|contributing|submitting)|make sure|to (?:use|install|get|start|run|learn|contribute|build|report|see|begin|enable|configure|update|upgrade)\b|now you|tip:?|warning:?|deprecated|(?:pull requests?|contributions?|bug reports?) (?:are|is)|the developer(?:,| has | does | says | indicated )|thank|thanks|bitte |veuillez |por favor|per favore|prosimy|lütfen |пожалуйста|будь ласка|vui lòng)|^(?:⚠|❗)/iu;
const aboutDocs =
  /\b(?:can be found|is documented|are documented|pull requests?|stack ?overflow|package on npm|available on npm|this (?:repo|repository|readme)|contribut(?:ing|ors?|e to)\b|code of conduct|browse the|read the docs|(?:available|released|licensed|distributed) under the)\b|(?:^|\s)@[a-z]\w+/iu;

const versions = /\b\d+\.\d+\.\d+.*\s\S{0,3}\d+\.\d+\.\d+/u;

const onSignIn =
  /(?<!\p{L})(?:(?:sign|log)[ -]?in(?:to)? (?:[\p{L}-]+ ){0,4}?(?:with |using |to |via )?your .{0,40}(?:account|password|credentials)|by (?:signing|logging) (?:in|up),? you|(?:melde dich|melden sie sich|logge dich|loggen sie sich) .{0,60}(?:konto|account|passwort|zugangsdaten)|(?:connectez-vous|connecte-toi|identifiez-vous) .{0,60}(?:compte|identifiants|mot de passe)|(?:inicia|inicie) (?:tu |su )?sesión .{0,60}(?:cuenta|contraseña)|(?:inici[ea] (?:a )?sessão|faça login|entre|acesse) com (?:a )?(?:sua|tua) (?:conta|senha)|(?:accedi|effettua (?:l['’]accesso|il login)) .{0,60}(?:account|password|credenziali)|(?:log in|meld je aan) met .{0,40}(?:account|wachtwoord)|zaloguj się .{0,60}(?:kont|hasł)\p{L}+|přihlas(?:te)? se .{0,60}(?:účt|hesl)\p{L}+|jelentkezz\p{L}* be .{0,60}(?:fiók|jelsz)\p{L}*|(?:conectează-te|autentifică-te|conectați-vă) .{0,60}(?:cont|parol)\p{L}*|logga in med .{0,60}(?:konto|lösenord)|log(?:g)? (?:ind|inn) med .{0,60}(?:konto|kode|passord)|kirjaudu .{0,60}(?:tili|salasana|tunnuks)\p{L}*|hesab\p{L}* .{0,40}giriş yap(?:ın|ınız|arak|arsan\p{L}*)|giriş yaparak|войдите .{0,60}(?:аккаунт|уч[её]тн|парол)\p{L}*|увійдіть .{0,60}(?:акаунт|обліков|парол)\p{L}*|đăng nhập (?:bằng|vào) .{0,30}tài khoản|masuk (?:dengan|ke) akun)(?!\p{L})|(?:アカウント|パスワード)で?.{0,12}ログインして(?:ください|下さい)|请.{0,12}(?:账号|账户)登录|계정으로 로그인/iu;

export const isOnSignIn = (text: string) => onSignIn.test(text);

export const isHousekeeping = (text: string) =>
  housekeeping.test(text) || aboutDocs.test(text) || versions.test(text) || isOnSignIn(text);

export const isCookieText = (text: string) => cookies.test(text);
const storeBadge =
  /^.{0,30}(?:\bapp store\b|google play|chrome web store|microsoft store|f-droid|appgallery)[^.!?。]{0,20}$/iu;
const fromStore =
  /^(?:download|lade|télécharge|descarga|baixe|scarica|pobierz|загрузите|скачайте|see screenshots|read reviews|compare customer ratings).{0,160}(?:\bapp\s?store\b|google play|screenshots|ratings)/iu;
export const isFromStore = (text: string) => fromStore.test(text);
export const isCallToAction = (text: string) =>
  callsToAction.test(text) || ready.test(text) || isFromStore(text) || (text.length < 60 && storeBadge.test(text));

const phone = /(?:\+|(?<![\d.,]))\d(?:[\s().-]{0,2}\d){7,}/u;
export const hasPhone = (text: string) => phone.test(text);

export const isTicked = (text: string) => (text.match(/[✓✔☑✅★]/gu)?.length ?? 0) > 1;

const offer =
  /\d\s?% (?:off|discount|rabatt|sconto|descuento|desconto|de réduction|korting|zniżki|indirim)|(?<!\p{L})(?:discount|rabatt|coupon|sconto|promo code|descuento|desconto|kortingscode|rabat|chiết khấu|giảm giá|khuyến mãi|sleva|slevy|kedvezmény|reducere|alennus|diskon|indirim\p{L}*|скидк\p{L}+|знижк\p{L}+|отстъпк\p{L}+)(?!\p{L})/iu;
export const isOffer = (text: string) => offer.test(text);

export const isTestimonial = (text: string) =>
  /^["“„«‚'‘「『].{20,}["”“»’'」』][\s.,–—-]*\S{0,40}$/su.test(text) ||
  /★|⭐|\btrusted by\b|\bloved by\b|\bused by (?:over|more|teams|thousands)/iu.test(text);

export function isShouting(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  return capitals.length >= 9 && capitals.length > letters.length * 0.75 && countWords(text) >= 2;
}

/** Whether a passage is keyword stuffing: few words repeated often, or a list of phrases without a sentence. */
export function isStuffed(text: string): boolean {
  const words = wordsOf(text).filter((word) => word.length > 2);
  if (words.length < 8) return false;
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(
    ...[...counts].map(([word, count]) => (/^(?:the|and|for|you|your|with|that)$/u.test(word) ? 0 : count)),
  );
  if (most >= 4 && most > words.length * 0.2) return true;
  const phrases = text.split(/[,;|•]/u);
  return phrases.length >= 8 && words.length / phrases.length < 3.2 && !/[.!?。]/u.test(text.slice(0, -1));
}

/** "Fernleaf Official Website" names the site, not its subject. */
const siteOnly =
  /^.{0,40}?(?:official (?:web ?)?(?:site|page)|offizielle (?:web)?seite|site (?:officiel|oficial)|sitio (?:web )?oficial|sito (?:web )?ufficiale|oficjalna strona|resmi (?:web )?sitesi|официальный сайт|офіційний сайт|公式(?:ウェブ|ホーム)?(?:サイト|ページ)|コーポレートサイト|オフィシャルサイト|官方网站|官网|공식 ?(?:홈페이지|사이트)|الموقع الرسمي).{0,10}$/iu;

export const hasWords = (text: string) => (text.match(/\p{L}/gu)?.length ?? 0) >= 2;

/** The headline, summary, description and questions all check the same passages, so the results are kept. */
export const isNoise = remembered(saysNothing, 500);

/** Whether a passage is not the site's own description of its product. */
function saysNothing(text: string): boolean {
  return (
    !hasWords(text) ||
    isCookieText(text) ||
    isInstruction(text) ||
    legal.test(text) ||
    placeholders.test(text) ||
    isForSale(text) ||
    isUnready(text) ||
    isStuffed(text) ||
    siteOnly.test(text) ||
    isTestimonial(text)
  );
}

/** Removes emoji, repeated exclamation marks and capitals used for emphasis. Names stay unchanged. */
export function calmText(text: string, names: string[] = []): string {
  let calm = text
    .replace(/(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{FE0F}|\u{200D}|\u{20E3})+/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/ (?=[!！]|$)/gu, "")
    .trim();
  calm = calm
    .replace(/¡/gu, "")
    .replace(/[!！]+(?=\s|$)/gu, (marks, at: number) => (at + marks.length < calm.length ? "." : ""));
  if (!isShouting(calm)) return calm;
  calm = calm.toLowerCase();
  for (const name of names.filter((known) => lengthOf(known) > 1)) calm = calm.replaceAll(name.toLowerCase(), name);
  return capitalise(calm);
}

export const capitalise = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
