import type { PlatformName } from "../shared/platform-names.ts";
import { patternsOf } from "./phrases.ts";
import phraseLists from "./words/platform-words.json" with { type: "json" };
import words from "./words/platforms.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

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
/** A name in a list of platforms. In such a list, "web" is a platform too: "iOS, Android and the web". */
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
export const negation = phrases.negation;
export const othersSubject = phrases.othersSubject;

/** A quick check that rules out most of the passages that do not mention platforms. */
export function mentionsPlatform(text: string): boolean {
  const lower = text.toLowerCase();
  return words.clues.some((clue) => lower.includes(clue));
}

export const byCommand = phrases.byCommand;
export const mentionsCommand = /brew|cargo|go install|pipx|npm|npx|curl|terminal/iu;
export const withWindows =
  /\b(?:menu ?bar|system tray|tray app|desktop (?:app|application|client|software|program|companion|widget)|mac app|windows app)\b|desktop-(?:app|anwendung)|デスクトップアプリ|桌面(?:应用|工具|软件)/iu;

export const minimumVersion = new RegExp(
  `(?:\\b(${system}) ?\\d{1,2}(?:\\.\\d+){0,2} ?(?:\\+|or (?:later|newer|higher|above)|and (?:later|newer|up|above)|oder (?:neuer|höher|später)|ou (?:plus récent|supérieur|ultérieur|superior|posterior|mais recente)|o (?:superior|posterior|successiv|più recent)|of (?:hoger|nieuwer)|lub (?:nowsz|wyższ)|nebo (?:nověj|vyšš)|ve üzeri|и (?:выше|новее)|та (?:вище|новіше)|eller (?:nyere|nyare|senare)|tai uudempi|vagy újabb|sau mai nou|以降|以上|이상)|(?:^|[^\\p{L}])(?:requires?|requirements:|needs|benötigt|ab|nécessite|requiere|requer|richiede|vereist|wymaga|vyžaduje|kräver|kræver|krever|vaatii|требует(?:ся)?) (${system}) ?\\d{1,2})`,
  "giu",
);

export const japanese = new RegExp(`(${system})(?=(?:の|で|版|対応|に対応|アプリ|パソコン|にも|から))`, "gu");

/** Words for products that run in the browser. "Design in the browser" says only how people use the product. */
export const runsInBrowser = phrases.runsInBrowser;

export const inTheBrowser = /^(?:in|from|with|inside) (?:the|a) (?:web ?)?browser$/iu;

export const onOwnMachine = /\blocalhost\b|\b127\.0\.0\.1\b/iu;
export const onlySystems = new RegExp(`^${several.source}$`, "u");
export const launch = phrases.launch;
export const plannedFor = /^\P{L}{0,3}(?:Q[1-4] ?[-/']? ?(?:20)?\d\d|20\d\d ?[-/]? ?Q[1-4])$/iu;
