import { labelOf } from "./own-address.ts";
import { kindAbroad } from "./price-words.ts";
import { lengthOf } from "./sentences.ts";
import { escapePattern } from "./words.ts";

const isWord = "(?:is|are|ist|est|es|è|é|jest|to|är|er|là|je|este|е|هو|هي)";
const article =
  "(?:an?|the|your|one|eine?|die|der|das|une?|una?|uma?|um|le|la|el|il|een|d[eé]|h[eé]t|en|ett|et|một|един|една)\\s";
const bareKind =
  "(?:(?:[\\p{L}-]+\\s){0,3}(?:software|freeware|middleware|platform\\p{L}*|aplikac\\p{L}*|narzędzi\\p{L}*|nástroj\\p{L}*|program\\p{L}*|system\\p{L}*|serwis\\p{L}*|usług\\p{L}*|sklep|portal|inicjatyw\\p{L}*|inicijativ\\p{L}*|iniciativ\\p{L}*|ứng dụng|phần mềm|nền tảng|платформа|приложение|تطبيق|منصة)(?![\\p{L}]))";
const beginsKind = `${isWord}\\s+(?=${article}|${bareKind})`;
/** "The Fernleaf project aims to provide a …" means "Fernleaf is a …". */
const provides = "(?:project )?(?:aims to (?:be|provide|offer)|provides|offers)\\s+(?=an?\\s)";
const dashed = "(?:[—–-]\\s+(?:это|це)|to(?=\\s+\\p{Ll}+\\s)(?!\\s+(?:the|a|an|your|my|be|get|więcej|nie|coś)\\s))\\s+";
const particle = "(?:とは|は)、?|是(?=一)|(?:은|는)\\s|[,;]?\\s";
/** Ends of sentences that name a product type, in languages that put the verb last. */
const endsKind =
  /(?:(?:アプリ|サービス|ツール|サイト|システム|ソフト|ソフトウェア|プラットフォーム)(?:です)?|(?:앱|서비스|플랫폼|도구)입니다|(?:platform|uygulama|yazılım|program|sistem|araç|arac|hizmet|site|marka|oyun|mağaza|dükkan)\p{L}{0,4}[dt][ıiuü]r)[.。]?$/iu;
const copula = /(?:です|입니다|[dt][ıiuü]r)[.。]?$/iu;

const maker = /^.{0,60}\b(?:project|company|team|community|startup|organi[sz]ation)\b/iu;
const madeBy =
  /^.{0,60}(?<!\p{L})(?:(?:a|an) (?:\p{L}+ ){0,2}(?:product|project|brand) (?:of|by)|ein (?:\p{L}+ ){0,2}(?:Produkt|Projekt|Angebot) (?:der|des|von)|un (?:produit|projet) (?:de|du|indépendant)|un (?:producto|proyecto) de|um (?:produto|projeto) d[aeo]|un (?:prodotto|progetto) d\p{L}+|een (?:product|project) van|(?:jest|to) (?:produktem|projektem|produkt|projekt) (?:firmy|spółki|stworzonym przez)|jest (?:produktem|projektem)|je (?:produktem|projektem|produkt|projekt) (?:firmy|společnosti|spoločnosti)|je (?:proizvod|projekat|projekt) (?:firme|kompanije|tvrtke|podjetja)|(?:este )?un (?:produs|proiect) (?:al|a|dezvoltat de)|(?:это |це |е |— )?(?:продукт|проект|проєкт|разработка|розробка) (?:компании|компанії|от компании|на компанията|на фирма)|on \p{L}+n (?:tuote|palvelu)|adalah produk (?:dari|milik)|là (?:một )?sản phẩm (?:của|do)|είναι (?:ένα )?(?:προϊόν|έργο) (?:της|του)|en (?:produkt|tjänst|tjeneste) (?:från|av|fra|af))(?!\p{L})|^.{0,60}\s(?:ürünüdür|markasıdır|projesidir|terméke)(?!\p{L})|^.{0,40}(?:株式会社|有限会社|合同会社).{0,24}(?:の(?:製品|サービス|プロダクト)|が(?:運営|提供)する(?:製品|サービス|プロダクト))です/iu;

const origin =
  /\b(?:founded|started|created) (?:by|in)\b|\bwas born\b|(?<!\p{L})(?:school project|schulprojekt|projet scolaire|proyecto escolar|skoleprojekt|skoleprosjekt|skolprojekt|gegründet|opgericht|opgezet|fondée? (?:par|en)|créée? par|est née?|nació|fundad[oa] (?:por|en|em)|nasceu|è nat[oa]|nasce (?:da|dall\p{L}*|dal)|założon\p{L}*|powstał\p{L}*|kuruldu|основан\p{L}*|заснован\p{L}*)(?!\p{L})|設立|創業/iu;

const denial =
  /(?<!\p{L})(?:is|it['’]s) (?:not|no)(?!\p{L})|\bisn['’]t\b|(?<!\p{L})(?:ist kein\p{L}*|n['’]est pas|no es|não é|non è|is geen|nie jest|není|nem csak|nu este|är inte|er ikke|ei ole|bukan|không phải|değil\p{L}*|не является|не є|(?:and|und|et|og|och|en|e|y|a|i) (?:not|kein\p{L}*|non|ikke|inte|geen|non|não|no|nie|ne) (?:medical|medizinisch\p{L}*|médical|medicinsk|medico|médico|a substitute))(?!\p{L})|ではなく|ではありません|不是|아닙니다/iu;

/** "… is the compiler, and … is the runtime" describes two parts, each with its own subject. */
const secondSubject =
  /[,;]\s(?:(?:and|und|et|y|e|en)\s)?(?!(?:it|which|that|who)\s)\p{L}+\s(?:is|are|ist|est|es|è|é)\s/iu;

/** "Fernleaf is my project" says whose project it is, not what it does. */
const ofMine =
  /(?<!\p{L})(?:is my|ist mein\p{L}*|est mon|est ma|es mi|è il mio|è la mia|é o meu|é a minha|is mijn|to m[oó]j[aeą]?|это мо[йяё]|це м[оі][йяє])(?!\p{L})/iu;

/** A pattern for the ways in which sentences spell a name: "JSON Server" for `json-server`, "Fitz" for "Fitz HR". */
export function namePattern(name: string, url: string | null): string {
  const words = name.split(/[\s_-]+/u);
  const whole = words.map(escapePattern).join("[\\s_-]?");
  const [first = ""] = words;
  const isShort = words.length > 1 && lengthOf(first) > 2 && url !== null;
  return isShort && labelOf(url).toLowerCase().startsWith(first.toLowerCase())
    ? `(?:${whole}|${escapePattern(first)})`
    : whole;
}

const beforeVerb = (known: string) => new RegExp(`^(?:the )?${known}\\s+(?:${beginsKind}|${provides}|${dashed})`, "iu");
const beforeNoun = (known: string) => new RegExp(`^${known}(?:${particle})`, "iu");

/** Whether a passage says what the product is, as in "Fernleaf is a …". */
export function saysKind(text: string, known: string): boolean {
  const said = text.trim();
  if (known === "") return false;
  return beforeVerb(known).test(said) || (endsKind.test(said) && beforeNoun(known).test(said));
}

/** Turns "Fernleaf is a note app" into "A note app", "Fernleafはメモアプリです。" into "メモアプリ"; keeps other text. */
export function kindOf(text: string, known: string): string {
  if (!saysKind(text, known)) return text;
  const kind = text.trim().replace(beforeVerb(known), "");
  return kind === text.trim() ? kind.replace(beforeNoun(known), "").replace(copula, "") : kind;
}

const englishKinds =
  /\b(?:app|application|tool|toolkit|platform|software|library|framework|editor|tracker|manager|generator|builder|api|sdk|service|server|client|plugin|extension|calendar|planner|crm|cms|dashboard|database|engine|language|compiler|bundler|linter|parser|player|reader|viewer|browser|system|suite|workspace|marketplace|directory|network|assistant|bot|template|course|game|store|shop|agency|newsletter|podcast|wiki|forum|scanner|converter|monitor(?:ing)?|analytics|invoicing|scheduling|bookkeeping|hosting|backup|search|chat|inbox|notes?|diary|journal|guide|kit|device|component|components|utility|implementation|runtime|package|module|solution|program)s?\b/iu;
/** Languages with compound nouns put the product type at the end of the word: "rapportverktøy", "Haushaltsrechner". */
const joinedKind =
  /\p{L}{3}(?:verktøy|værktøj|verktyg|werkzeug|system|tjeneste|tjänst|plattform|platform|software|programm|rechner|assistent|sovellus|ohjelma|palvelu|(?<!whats)app)(?!\p{L})/iu;
/** In languages without spaces, the product type also comes at the end. */
const kindAtEnd =
  /(?:アプリ|ツール|サービス|サイト|プラットフォーム|システム|ソフト(?:ウェア)?|拡張(?:機能)?|プラグイン|メディア|マーケット(?:プレイス)?|スクール|教室|ゲーム|ショップ|工具|平台|应用|软件|系统|网站|插件|商城|앱|서비스|플랫폼|도구|솔루션|프로그램)$/u;
const trades =
  /(?<!\p{L})(?:studio|sal[oó]n\p{L}?|atelier|agent(?:ur|uur)|agence|agencia|agência|agenzia|agencja|agentura|ügynökség|agenție|byrå|bureau|toimisto|ajans|агентство|praxis|klini[ck]\p{L}{0,2}|clinique|clínica|škola|schule|école|escuela|escola|scuola|szkoła|skola|skole|koulu|iskola|școală|okul|школа|académie|academia|accademia|akademi\p{L}?|академия|werkstatt|officina|taller|oficina|warsztat|verein|association|asociación|associação|associazione|vereniging|stowarzyszenie|spolek|egyesület|asociație|förening|forening|yhdistys|dernek|hiệp hội|dịch vụ|cửa hàng|layanan|toko|kancelaria|kancelář|магазин|обучение|курсы?|обслуживание|ремонт)(?!\p{L})/iu;
export const isKind = (text: string) => kindAt(text) !== -1;

/** Returns where a text names a type of product or service first, or -1. */
export function kindAt(text: string): number {
  const found = [englishKinds, trades, kindAbroad, joinedKind, kindAtEnd].flatMap(
    (kinds) => kinds.exec(text)?.index ?? [],
  );
  return found.length > 0 ? Math.min(...found) : -1;
}

/** Saying that it is a company does not say what it does. */
const company =
  /^(?:\p{L}+\s){1,2}(?:company|business|firma|firm|selskap|företag|virksomhed|entreprise|société|empresa|azienda|bedrijf|Unternehmen|společnost|cég|vállalkozás|yritys|perusahaan|şirket|компания|компанія|công ty)(?!\p{L})/iu;

const imperative =
  /^(?:work|get|build|make|start|discover|create|grow|boost|save|stop|take|turn|find|meet|say|ship|do|think|run|manage|plan|keep|own|bring|move|stay|be|let|write|learn|join|sell|send|master|transform|launch|scale|automate|simplify|organi[sz]e|connect|share|photograph|protect|turn|try)(?![\p{L}])|^(?:finde|entdecke|erstelle|spare|verwalte|starte|mach|werde|trouvez|découvrez|créez|gérez|protégez|simplifiez|réservez|profitez|boostez|trouve|découvre|crée|encuentra|descubre|crea|gestiona|protege|ahorra|automatiza|conecta|lleva|reserva|encontre|descubra|crie|gerencie|proteja|compare|economize|transforme|alavanque|proteggi|scopri|trova|gestisci|risparmia|affida|prenota|semplifica|inizia|porta|ontdek|vind|laat|kies|ervaar|geniet|beheer|maak|bespaar|aldrig har|aldri har|aldrig varit|never has|noch nie|jamais|nunca (?:fue|foi|ha)|bliv|bli|få|spar|spara|lever|lav|lag|opret|opprett|hitta|skapa|øv|ingresa|aprende|prepárate|mejora|convierte|aumenta|aprenda|prepare-se|impara|migliora|aumenta|leer|verbeter|naucz|zwiększ|získejte|objevte|vytvořte|ušetřete|öğren|keşfet|odkryj|znajdź|stwórz|zarządzaj|oszczędzaj|pozwól|zamień|найди\p{L}*|открой\p{L}*|создай\p{L}*|знайди\p{L}*|створи\p{L}*|upptäck|boka|dopřejte|najděte|zažijte|získejte|fedezd|találd|próbáld|descoperă|găsește|deblochează|recâștigă|economisește|bucură-te|löydä|varaa|temukan|khám phá|opdag|oppdag|bestill|ανακαλύψτε|открийте|впустите|доверете|доверьте|zaufaj|powierz|confiez|confía|enter|inserisci|accedi|gib|geben|saisissez|entrez|introduce|digite|voer|wpisz|zaloguj|zadejte|introdu|ange|indtast|syötä|masukkan|nhập|введите|введіть|узнайте)(?!\p{L})/iu;

const addressed =
  /(?<!\p{L})(?:tua|tuo|tuoi|tue|ton|ta|tes|votre|vos|tus|sua|suas|seu|seus|jouw|je|uw|twój|twoja|twoje|twojej|твой|din|ditt|dina|dit|dine|sinun|tău|ta|tale|dvs|vaš\p{L}*|tvůj|tvoje|saját|της|σου|твоя|ваш\p{L}*|senin|sizin)(?!\p{L})/iu;

const greeting =
  /^(?:hello|hi|hey|hallo|moin|servus|grüezi|salut|bonjour|coucou|hola|olá|oi|ciao|hoi|cześć|ahoj|szia|bună|hej|moi|hei|halo|xin chào|merhaba|привет|привіт|здравейте|こんにちは|你好|안녕하세요|مرحبا|welcome|(?:herzlich )?willkommen|bienvenue?|bienvenid[oa]s?|benvenut[oi]|bem-vind[oa]s?|welkom|wita(?:j|my)|vítejte|vítáme|üdvöz\p{L}+|bine ați venit|välkommen|velkommen|tervetuloa|selamat datang|chào mừng|hoş geldin\p{L}*|добро пожаловать|ласкаво просимо|добре дошли)(?=[\s,!.:]|$)/iu;

const neverSo =
  /(?<!\p{L})(?:has never been|have never been|was never|war noch nie|waren noch nie|n['’](?:a|ont) jamais été|nunca (?:foi|ha sido|había sido|fue)|non è mai stat[oa]|(?:is|was) nog nooit|nigdy nie był[oay]?|ještě nikdy|nikdy nebyl[oay]?|még soha|nu a fost niciodată|har aldrig va(?:rit|eret)|har aldri vært|ei ole koskaan ollut|belum pernah|chưa bao giờ|hiç bu kadar|никогда не был\p{L}*|ніколи не бул\p{L}*)(?!\p{L})/iu;

const buzz =
  /\b(?:revolution\w*|next[- ](?:level|gen(?:eration)?)|game[- ]chang\w*|world['’]?s (?:best|first|leading|most)|world[- ]class|#1|number one|best[- ]in[- ]class|cutting[- ]edge|supercharge|unleash|unlock|reimagin\w*|redefin\w*|future of|like never before|10x|blazing(?:ly)?|effortless(?:ly)?|seamless(?:ly)?|amazing|awesome|ultimate|magic(?:al)?|delightful|(?:best|right|easiest|only) (?:choice|way|place)|the answer)\b|(?<!\p{L})(?:de confiance|de confianza|de confiança|di fiducia|zaufany|důvěryhodný)(?!\p{L})|(?<!\p{L})(?:partners?|partenaire|socio|партн[её]р\p{L}*)(?!\p{L})/iu;

/** Whether a sentence is about its maker, its history or a part of the product, or only says what the product is not. */
export const isBesideThePoint = (sentence: string) =>
  [maker, madeBy, origin, denial, secondSubject, ofMine, company].some((pattern) => pattern.test(sentence));

/** Whether a text addresses or greets its reader, or praises the product, instead of describing it. */
export const isSlogan = (text: string) =>
  [imperative, addressed, greeting, neverSo, buzz].some((pattern) => pattern.test(text));
