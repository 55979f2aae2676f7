import { kindAbroad } from "./price-words.ts";

const englishKinds =
  /\b(?:app|application|tool|toolkit|platform|software|library|framework|editor|tracker|manager|generator|builder|api|sdk|service|server|client|plugin|extension|calendar|planner|crm|cms|dashboard|database|engine|language|compiler|bundler|linter|parser|player|reader|viewer|browser|system|suite|workspace|marketplace|directory|network|assistant|bot|template|course|game|store|shop|agency|newsletter|podcast|wiki|forum|scanner|converter|monitor(?:ing)?|analytics|invoicing|scheduling|bookkeeping|hosting|backup|search|chat|inbox|notes?|diary|journal|log|book|guide|kit|device|component|components|utility|implementation|runtime|package|module|solution|program)s?\b/iu;
/** Languages with compound nouns put the product type at the end of the word: "rapportverktøy", "Haushaltsrechner". */
const joinedKind =
  /\p{L}{3}(?:verktøy|værktøj|verktyg|werkzeug|system|tjeneste|tjänst|plattform|platform|software|programm|rechner|assistent|sovellus|ohjelma|palvelu|(?<!whats)app)(?!\p{L})/iu;
/** In languages without spaces, the product type also comes at the end. */
const kindAtEnd =
  /(?:アプリ|ツール|サービス|サイト|プラットフォーム|システム|ソフト(?:ウェア)?|拡張(?:機能)?|プラグイン|メディア|マーケット(?:プレイス)?|スクール|教室|ゲーム|ショップ|工具|平台|应用|软件|系统|网站|插件|商城|앱|서비스|플랫폼|도구|솔루션|프로그램)$/u;
const trades =
  /(?<!\p{L})(?:studio|sal[oó]n\p{L}?|atelier|agent(?:ur|uur)|agence|agencia|agência|agenzia|agencja|agentura|ügynökség|agenție|byrå|bureau|toimisto|ajans|агентство|praxis|klini[ck]\p{L}{0,2}|clinique|clínica|škola|schule|école|escuela|escola|scuola|szkoła|skola|skole|koulu|iskola|școală|okul|школа|académie|academia|accademia|akademi\p{L}?|академия|werkstatt|officina|taller|oficina|warsztat|verein|association|asociación|associação|associazione|vereniging|stowarzyszenie|spolek|egyesület|asociație|förening|forening|yhdistys|dernek|hiệp hội|dịch vụ|cửa hàng|layanan|toko|kancelaria|kancelář|магазин|обучение|курсы?|обслуживание|ремонт)(?!\p{L})/iu;
export const isKindAbroad = (text: string) =>
  trades.test(text) || kindAbroad.test(text) || joinedKind.test(text) || kindAtEnd.test(text);
export const isKind = (text: string) => isEnglishKind(text) || isKindAbroad(text);
export const isEnglishKind = (text: string) => englishKinds.test(text);

/** Saying that it is a company does not say what it does. */
const company =
  /^(?:\p{L}+\s){1,2}(?:company|business|firma|firm|selskap|företag|virksomhed|entreprise|société|empresa|azienda|bedrijf|Unternehmen|společnost|cég|vállalkozás|yritys|perusahaan|şirket|компания|компанія|công ty)(?!\p{L})/iu;
export const isCompany = (text: string) => company.test(text);
