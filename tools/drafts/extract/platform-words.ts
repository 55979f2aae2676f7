import type { PlatformName } from "../shared/platform-names.ts";
import words from "./words/platforms.json" with { type: "json" };

interface Sign {
  platform: string;
  pattern: string;
  flags: string;
}

const patterns = (signs: Sign[]) =>
  signs.map(({ platform, pattern, flags }) => [platform as PlatformName, new RegExp(pattern, flags)] as const);

export const byLink = patterns(words.byLink);
export const byText = patterns(words.byText);
export const badges = patterns(words.badges);

export const system =
  "(?:macOS|Mac ?OS X|OS X|Mac|Windows|Linux|iOS|iPadOS|iPhone|iPad|Android|ChromeOS|Web|Ubuntu|Debian)";
/** A name in a list of platforms, where "web" is one too: "iOS, Android and the web". */
export const listed = `(?:${system}|web)`;
const joined = ["and", "or", "und", "et", "y", "e", "en", "och", "og", "i"].map((word) => `\\b${word}\\b`).join("|");
const article = "(?:(?:and|or|und|on|the|im|le|la|el|il|het) ){0,3}";
export const several = new RegExp(
  `\\b${listed}(?:\\s*\\([^)]{1,20}\\))?(?:\\s*(?:,|/|&|·|・|•|\\||、|・|،|${joined}|\\bو)+\\s*${article}${listed})+(?!\\p{Script=Latin})`,
  "gu",
);
export const one = new RegExp(
  `(?:\\b(?:download|available|app|client|works|runs?|install|built|native|version|builds?|made|get it|now|verfügbar|läuft|disponible)\\b[^.!?]{0,40}\\b(?:for|on|für|auf|pour|sur|para|en)|^for|^download)\\s+(?:your |the |any )?(${system})(?!\\p{Script=Latin})`,
  "giu",
);
export const platformNamed = new RegExp(system, "u");
export const bareLabel = new RegExp(`^(${system})(?:\\s+(?:app|download|\\(.*\\)|\\d.*))?$`, "u");
export const negation =
  /\b(?:not|no (?:[\w-]+ ){0,3}(?:apps?|versions?|support|clients?|builds?|plans?|ports?)|never|nicht|niet|cookies?|isn['’]t|aren['’]t|doesn['’]t|don['’]t|without|unlike|instead of|noch nicht|geplant|kein\w*|coming|soon|planned|under development|roadmap|yet|pas encore|prévue?s?|aún no|todavía no|previst[oaie]s?|planej\w*|ancora non|nog niet|gepland|jeszcze nie|planowan\w*)\b|henüz|planlan|yol harita|ещё нет|планиру|планує|未定|予定|公開する|開発中|検討中|対応していません|即将|计划|예정|لاحق/iu;
export const othersSubject =
  /\b(?:migrat\w+|import(?:s|ed|ing)?|replac\w+|switch(?:ing)? from|moving from|instead of|integrat\w+|connects? (?:to|with)|works? (?:with|alongside) (?:your )?existing|compatible with|mock-?ups?|screenshots?|displaying|prototypes?|experimental|(?:design|preview|render|test|debug|develop)\w* in|changes in|frames?|bezels?|wallpapers?|emulat\w+|simulat\w+|repairs?|recover\w*|resetting|unlock\w*|tutorials?|how-tos?|users of|we (?:build|develop|design|create) (?:[\w-]+ ){0,3}apps?|stored|saved|locally|lokalt|gemmes|lagres|lagras|sparas|lagret|lagrede)\b|(?<!\p{L})(?:stock(?:é|ée)s?|locale?ment\p{L}*|gespeichert|almacen\p{L}*|armazen\p{L}*|guardad\p{L}*|salvat\p{L}*|opgeslagen|zapis\p{L}*|ulož\p{L}*|tárol\p{L}*|tallen\p{L}*|kaydedil\p{L}*|saklan\p{L}*|сохран\p{L}*|зберіга\p{L}*|stocat\p{L}*|disimpan|migrier\p{L}*|reparatur\p{L}*|réparation\p{L}*|réparer|reparación|reparaciones|conserto|assistência técnica|wir entwickeln|nous développons|desarrollamos|desenvolvemos|sviluppiamo|wij ontwikkelen|tworzymy|vyvíjíme|geliştiriyoruz|разрабатываем|розробляємо|vi (?:designer og )?(?:udvikler|utvecklar|utvikler)|kehitämme|fejlesztünk|dezvoltăm|riparazion\p{L}*|tutorial\p{L}*|tutoriel\p{L}*|poradnik\p{L}*|návod\p{L}*|anleitungen|napraw\p{L}*|serwis\p{L}*|onarım|tamir\p{L}*|ремонт\p{L}*|sửa chữa)(?!\p{L})|استعادة|إصلاح|修理|维修|수리/iu;

/** A quick check that rules out most passages, because they do not mention platforms. */
export function mentionsPlatform(text: string): boolean {
  const lower = text.toLowerCase();
  return words.clues.some((clue) => lower.includes(clue));
}

export const byCommand =
  /\bbrew install (?!(?:[\w/.-]+ )?--cask)|\bcargo install \w|\bgo install \w|\bpipx install \w|\bnpm (?:install|i) (?:--global|-g)\b|\bnpx (?:-y )?[\w@]|\bcurl [^|]{5,120}\| ?(?:sudo )?(?:ba|z)?sh\b|\b(?:one|single|paste|copy|run|type|enter)\b[^.!?]{0,40}\bterminal\b/iu;
export const mentionsCommand = /brew|cargo|go install|pipx|npm|npx|curl|terminal/iu;
export const withWindows =
  /\b(?:menu ?bar|system tray|tray app|desktop (?:app|application|client|software|program|companion|widget)|mac app|windows app)\b|desktop-(?:app|anwendung)|デスクトップアプリ|桌面(?:应用|工具|软件)/iu;

export const minimumVersion = new RegExp(
  `(?:\\b(${system}) ?\\d{1,2}(?:\\.\\d+){0,2} ?(?:\\+|or (?:later|newer|higher|above)|and (?:later|newer|up|above)|oder (?:neuer|höher|später)|ou (?:plus récent|supérieur|ultérieur|superior|posterior|mais recente)|o (?:superior|posterior|successiv|più recent)|of (?:hoger|nieuwer)|lub (?:nowsz|wyższ)|nebo (?:nověj|vyšš)|ve üzeri|и (?:выше|новее)|та (?:вище|новіше)|eller (?:nyere|nyare|senare)|tai uudempi|vagy újabb|sau mai nou|以降|以上|이상)|(?:^|[^\\p{L}])(?:requires?|requirements:|needs|benötigt|ab|nécessite|requiere|requer|richiede|vereist|wymaga|vyžaduje|kräver|kræver|krever|vaatii|требует(?:ся)?) (${system}) ?\\d{1,2})`,
  "giu",
);

export const japanese = new RegExp(`(${system})(?=(?:の|で|版|対応|に対応|アプリ|パソコン|にも|から))`, "gu");

/** "Design in the browser" says how the product is used, not where it runs. */
export const runsInBrowser =
  /\b(?:runs?|works?|use|used|open|opens|play|edit|available|entirely|right|100 ?%|completely|without install\w*)\b[^.!?]{0,40}\b(?:in|from|with|inside) (?:your|the|any|a) (?:web ?)?browser\b|\bweb[- ]?app(?:lication)?\b|\bweb version\b|\bno (?:download|installation|install)s?\b/iu;

export const inTheBrowser = /^(?:in|from|with|inside) (?:the|a) (?:web ?)?browser$/iu;

export const onOwnMachine = /\blocalhost\b|\b127\.0\.0\.1\b/iu;
export const onlySystems = new RegExp(`^${several.source}$`, "u");
export const launch =
  /^\P{L}{0,4}(?:(?:launch|open|use|run|start|play|try)(?: it)? in (?:the |your )?browser|im browser (?:öffnen|starten|nutzen|verwenden|spielen)|(?:ouvrir|lancer|utiliser) dans le navigateur|(?:abrir|usar) en el navegador|(?:abrir|usar) no navegador|(?:apri|usa|avvia) nel browser|open(?:en)? in (?:de |je )?browser|otwórz w przeglądarce|otevřít v prohlížeči|tarayıcıda (?:aç|kullan)|открыть в браузере|відкрити (?:в|у) браузері|öppna i webbläsaren|åbn i browseren|åpne i nettleseren|avaa selaimessa|ブラウザで(?:開く|使う)|在浏览器中打开|브라우저에서 열기)\P{L}{0,4}$/iu;
export const plannedFor = /^\P{L}{0,3}(?:Q[1-4] ?[-/']? ?(?:20)?\d\d|20\d\d ?[-/]? ?Q[1-4])$/iu;
