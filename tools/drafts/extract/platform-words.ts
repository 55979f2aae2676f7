import type { PlatformName } from "../shared/platform-names.ts";

/** Addresses that only a build for that platform has. */
export const byLink: [PlatformName, RegExp][] = [
  [
    "macOS",
    /^https?:\/\/apps\.apple\.com\/.*[?&]mt=12|^https?:\/\/[^?#]+\.dmg(?:$|\?)|^https?:\/\/[^?#]+\.pkg(?:$|\?)|^https?:\/\/[^?#]*[-_./](?:mac|macos|osx|darwin)(?![a-z])[^/?#]*\.(?:zip|t?gz)(?:$|\?)|formulae\.brew\.sh\/cask\//iu,
  ],
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
    /^https?:\/\/(?:apps\.microsoft\.com|(?:www\.)?microsoft\.com\/(?:[\w-]+\/)?(?:p|store))\/|^https?:\/\/[^?#]+\.(?:exe|msi|msix)(?:$|\?)|^https?:\/\/[^?#]*[-_./](?:windows|win(?:32|64)?|x64-setup)(?![a-z])[^/?#]*\.zip(?:$|\?)/iu,
  ],
  [
    "Linux",
    /^https?:\/\/(?:www\.)?flathub\.org\/(?:\w+\/)*apps\/|^https?:\/\/snapcraft\.io\/[\w-]+$|^https?:\/\/[^?#]+\.(?:appimage|deb|rpm|flatpak|snap)(?:$|\?)|^https?:\/\/[^?#]*[-_./]linux(?![a-z])[^/?#]*\.(?:zip|t?gz|tar\.xz)(?:$|\?)/iu,
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
export const byText: [PlatformName, RegExp][] = [
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
    /\bcommand[- ]line (?:tool|interface|client|app\w*|program|utility)\b|\b(?:a|the|our|its|from the|in the|in your|fast|simple|small|tiny) (?:cli|terminal)\b|\bcli (?:tool|app|for|that)\b|コマンドライン/iu,
  ],
  ["macOS", /\bbrew install (?:[\w/.-]+ )?--cask\b/u],
  ["API", /\b(?:rest|graphql|http|json|web|public|open|developer)(?:ful)? api\b|\brest-api\b|\bAPI連携/iu],
  [
    "Browser extension",
    /\bbrowser (?:extension|add-?on|plugin)\b|\b(?:chrome|firefox|safari|edge) (?:extension|add-?on)\b|\b(?:add|install) (?:it )?(?:to|in) (?:chrome|firefox)\b|browser-?(?:erweiterung|extensie|udvidelse|plugin)|(?<!\p{L})(?:extension (?:de |pour )?(?:navigateur|chrome|firefox)|extensi(?:ón|ó|e)(?: de| del| para(?: el)?| per al?| pentru)? (?:navegador|browser|chrome|firefox)|estensione (?:per (?:il )?|del )?(?:browser|chrome|firefox)|extensão (?:para (?:o )?|do |de )?(?:navegador|chrome|firefox)|(?:rozszerzeni|wtyczk)\p{L}* (?:do |dla )?(?:przeglądar\p{L}*|chrome|firefox)|(?:rozšířen|doplň)\p{L}* (?:do |pro )?(?:prohlížeč\p{L}*|chrome|firefox)|(?:tarayıcı|chrome|firefox) (?:eklenti|uzantı)\p{L}*|(?:расширени|розширенн)\p{L}* (?:для )?(?:браузер\p{L}*|chrome|firefox)|webbläsartillägg\p{L}*|nettleserutvidelse\p{L}*|selainlaajennu\p{L}*|böngészőbővítmény\p{L}*|tiện ích (?:mở rộng )?(?:cho )?(?:trình duyệt|chrome|firefox)|ekstensi (?:browser|chrome|firefox)|(?:(?:zu|in) (?:chrome|firefox) hinzufügen|ajouter à (?:chrome|firefox)|(?:añadir|agregar|instalar) (?:a|en) (?:chrome|firefox)|aggiungi a (?:chrome|firefox)|(?:adicionar|instalar) (?:ao|no) (?:chrome|firefox)|toevoegen aan (?:chrome|firefox)|dodaj do (?:chrome|firefox)|přidat do (?:chrom|firefox)\p{L}*|(?:chrome|firefox)['’](?:a|e|ye) ekle|(?:установить|добавить) в (?:chrome|firefox)|(?:встановити|додати) (?:в|у|до) (?:chrome|firefox)|lägg till i (?:chrome|firefox)|føj til (?:chrome|firefox)|legg til i (?:chrome|firefox)|adaugă în (?:chrome|firefox)|thêm vào (?:chrome|firefox)|tambahkan ke (?:chrome|firefox)))(?!\p{L})|(?:Chrome|Firefox)に追加|添加(?:到|至) ?(?:Chrome|Firefox)|(?:Chrome|Firefox)에 추가|(?:浏览器|瀏覽器)(?:扩展|擴充|插件)|브라우저 확장|크롬 확장|(?<!code\s?)拡張機能|إضافة المتصفح/iu,
  ],
  [
    "Web",
    /\b(?:in|from|with|inside) (?:your|the|any|a) (?:web ?)?browser\b|\bweb[- ]?app(?:lication)?\b|\bbrowser-based\b|\bweb version\b|\bno (?:download|installation|install)s? (?:needed|required|necessary)\b|(?<!\p{L})(?:(?:ohne|sans|sin|sem|senza|zonder|utan|uden|uten|bez|fără|tanpa) (?:\p{L}+ )?instal\p{L}*|kurulum (?:gerekt|gerekm|yok)\p{L}*|без (?:установк|встановлен|инсталл)\p{L}*|ilman asennu\p{L}*|telepítés nélkül|không cần cài đặt|v prohlížeč\p{L}*|a böngész\p{L}*|selaime\p{L}+|i (?:din |en |webb)?(?:webbläsar|nettleser|browser)\p{L}*|în browser|di browser|progressive web app|(?:accessible|toegankelijk|zugänglich|verfügbar|accesible|acessível|accessibile|tilgængelig\p{L}*|tilgjengelig\p{L}*|dostępn\p{L}+) online|online (?:toegankelijk|zugänglich|verfügbar|accessible)|accessible en ligne)(?!\p{L})|インストール(?:不要|なし)|无需(?:下载|安装)|网页版|網頁版|설치 ?없이|بدون تثبيت|\bim browser\b|\bweb-?anwendung\b|dans (?:le|votre|ton) navigateur|en (?:el|tu|su) navegador|no (?:seu )?navegador|nel (?:tuo )?browser|in (?:de|je|uw) browser|w (?:(?:twojej )?przeglądarce)|tarayıcı(?:dan|da|nızda|nızdan)|в (?:вашем |вашому )?браузер[еі]|trên trình duyệt|浏览器(?:中|里)|브라우저에서|ブラウザ(?:だけで|で|上で|から)|Webアプリ|من المتصفح|في المتصفح/iu,
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
  ["Slack", /\bslack[ -](?:app|bot)\b|\badd to slack\b/iu],
  [
    "Discord",
    /\bdiscord[ -]bots?\b|\badd to discord\b|\bbot (?:für|for|pour|para|per|voor|dla|do|til|för|pro) (?:your )?discord\b|discord-?ボット|бот(?:а|ом)? (?:для|в) discord/iu,
  ],
  [
    "VS Code",
    /\b(?:vs ?code|visual studio code)(?:[ -](?:extension|plugin|add-?on|erweiterung)| ?(?:拡張|扩展|插件))|(?<!\p{L})(?:extension|erweiterung|extensión|estensione|extensão|rozszerzenie|plugin|расширение) (?:for|für|pour|para|per|dla|do|de|для) (?:vs ?code|visual studio code)\b/iu,
  ],
  ["Figma", /\bfigma[ -]plugin\b/iu],
  ["Python", /\bpip3? install \w/iu],
  ["Node.js", /\b(?:npm (?:install|i|add)(?! (?:-g|--global))|yarn add|pnpm add|bun add) [\w@-]/iu],
];

export const system =
  "(?:macOS|Mac ?OS X|OS X|Mac|Windows|Linux|iOS|iPadOS|iPhone|iPad|Android|ChromeOS|Web|Ubuntu|Debian)";
/** A name of a list, where "the web" is a platform too: "iOS, Android and the web". */
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
/** What the sentence is about is another thing: what is moved, mended, drawn or used together with the product. */
export const othersSubject =
  /\b(?:migrat\w+|import(?:s|ed|ing)?|replac\w+|switch(?:ing)? from|moving from|instead of|integrat\w+|connects? (?:to|with)|works? (?:with|alongside) (?:your )?existing|compatible with|mock-?ups?|screenshots?|displaying|prototypes?|experimental|(?:design|preview|render|test|debug|develop)\w* in|changes in|frames?|bezels?|wallpapers?|emulat\w+|simulat\w+|repairs?|recover\w*|resetting|unlock\w*|tutorials?|how-tos?|users of|we (?:build|develop|design|create) (?:[\w-]+ ){0,3}apps?|stored|saved|locally|lokalt|gemmes|lagres|lagras|sparas|lagret|lagrede)\b|(?<!\p{L})(?:stock(?:é|ée)s?|locale?ment\p{L}*|gespeichert|almacen\p{L}*|armazen\p{L}*|guardad\p{L}*|salvat\p{L}*|opgeslagen|zapis\p{L}*|ulož\p{L}*|tárol\p{L}*|tallen\p{L}*|kaydedil\p{L}*|saklan\p{L}*|сохран\p{L}*|зберіга\p{L}*|stocat\p{L}*|disimpan|migrier\p{L}*|reparatur\p{L}*|réparation\p{L}*|réparer|reparación|reparaciones|conserto|assistência técnica|wir entwickeln|nous développons|desarrollamos|desenvolvemos|sviluppiamo|wij ontwikkelen|tworzymy|vyvíjíme|geliştiriyoruz|разрабатываем|розробляємо|vi (?:designer og )?(?:udvikler|utvecklar|utvikler)|kehitämme|fejlesztünk|dezvoltăm|riparazion\p{L}*|tutorial\p{L}*|tutoriel\p{L}*|poradnik\p{L}*|návod\p{L}*|anleitungen|napraw\p{L}*|serwis\p{L}*|onarım|tamir\p{L}*|ремонт\p{L}*|sửa chữa)(?!\p{L})|استعادة|إصلاح|修理|维修|수리/iu;

const clues =
  "iex,instal,kurulum,установк,встановл,инсталл,asennu,telepít,cài đặt,安装,설치,تثبيت,prohlíž,böngész,selaime,selainl,webbläs,nettles,网页,網頁,code,figma,winget,scoop,choco,host,premise,server,hardware,machine,infra,vps,docker,helm,kube,cli,command,terminal,brew,cargo,npx,npm,yarn,bun ,pip,curl,api,browser,chrome,firefox,safari,edge,web,download,navegador,navigateur,ios,iphone,ipad,app store,android,google play,droid,slack,discord,mac,os x,windows,linux,ubuntu,debian,héberg,przegląd,tarayıcı,брауз,trình duyệt,浏览,브라우,크롬,ブラウザ,アプリ,コマンド,セルフ,拡張,استضافة,متصفح,آيفون,أندرويد".split(
    ",",
  );
/** A quick look, since most texts say nothing of platforms. */
export function mentionsPlatform(text: string): boolean {
  const lower = text.toLowerCase();
  return clues.some((clue) => lower.includes(clue));
}

/** How it is installed, which is done by a command for programs with windows too: "one line in your terminal". */
export const byCommand =
  /\bbrew install (?!(?:[\w/.-]+ )?--cask)|\bcargo install \w|\bgo install \w|\bpipx install \w|\bnpm (?:install|i) (?:--global|-g)\b|\bnpx (?:-y )?[\w@]|\bcurl [^|]{5,120}\| ?(?:sudo )?(?:ba|z)?sh\b|\b(?:one|single|paste|copy|run|type|enter)\b[^.!?]{0,40}\bterminal\b/iu;
export const mentionsCommand = /brew|cargo|go install|pipx|npm|npx|curl|terminal/iu;
/** A program with windows, as title, description and headings call it. */
export const withWindows =
  /\b(?:menu ?bar|system tray|tray app|desktop (?:app|application|client|software|program|companion|widget)|mac app|windows app)\b|desktop-(?:app|anwendung)|デスクトップアプリ|桌面(?:应用|工具|软件)/iu;

/** A version of a system, as what is needed at least: "macOS 13+", "ab Windows 10". */
export const needed = new RegExp(
  `(?:\\b(${system}) ?\\d{1,2}(?:\\.\\d+){0,2} ?(?:\\+|or (?:later|newer|higher|above)|and (?:later|newer|up|above)|oder (?:neuer|höher|später)|ou (?:plus récent|supérieur|ultérieur|superior|posterior|mais recente)|o (?:superior|posterior|successiv|più recent)|of (?:hoger|nieuwer)|lub (?:nowsz|wyższ)|nebo (?:nověj|vyšš)|ve üzeri|и (?:выше|новее)|та (?:вище|новіше)|eller (?:nyere|nyare|senare)|tai uudempi|vagy újabb|sau mai nou|以降|以上|이상)|(?:^|[^\\p{L}])(?:requires?|requirements:|needs|benötigt|ab|nécessite|requiere|requer|richiede|vereist|wymaga|vyžaduje|kräver|kræver|krever|vaatii|требует(?:ся)?) (${system}) ?\\d{1,2})`,
  "giu",
);

export const japanese = new RegExp(`(${system})(?=(?:の|で|版|対応|に対応|アプリ|パソコン|にも|から))`, "gu");

/** "Design in the browser" says what is done with the product; one that is installed is of the web only where it runs there. */
export const runsInBrowser =
  /\b(?:runs?|works?|use|used|open|opens|play|edit|available|entirely|right|100 ?%|completely|without install\w*)\b[^.!?]{0,40}\b(?:in|from|with|inside) (?:your|the|any|a) (?:web ?)?browser\b|\bweb[- ]?app(?:lication)?\b|\bweb version\b|\bno (?:download|installation|install)s?\b/iu;

export const inTheBrowser = /^(?:in|from|with|inside) (?:the|a) (?:web ?)?browser$/iu;

/** Shops of apps, by what their badges say. */
export const badges: [PlatformName, RegExp][] = [
  ["iOS", /(?<!mac )\bapp store\b/iu],
  ["Android", /\bgoogle play\b|\bf-droid\b/iu],
];

/** What a page is for that the reader's own machine serves. */
export const onOwnMachine = /\blocalhost\b|\b127\.0\.0\.1\b/iu;
/** Systems and nothing else, which is said of the product on any of its pages. */
export const onlySystems = new RegExp(`^${several.source}$`, "u");
/** What is to be clicked to use the product in the browser. */
export const launch =
  /^\P{L}{0,4}(?:(?:launch|open|use|run|start|play|try)(?: it)? in (?:the |your )?browser|im browser (?:öffnen|starten|nutzen|verwenden|spielen)|(?:ouvrir|lancer|utiliser) dans le navigateur|(?:abrir|usar) en el navegador|(?:abrir|usar) no navegador|(?:apri|usa|avvia) nel browser|open(?:en)? in (?:de |je )?browser|otwórz w przeglądarce|otevřít v prohlížeči|tarayıcıda (?:aç|kullan)|открыть в браузере|відкрити (?:в|у) браузері|öppna i webbläsaren|åbn i browseren|åpne i nettleseren|avaa selaimessa|ブラウザで(?:開く|使う)|在浏览器中打开|브라우저에서 열기)\P{L}{0,4}$/iu;
/** When something is planned for, as the steps of a roadmap are headed. */
export const plannedFor = /^\P{L}{0,3}(?:Q[1-4] ?[-/']? ?(?:20)?\d\d|20\d\d ?[-/]? ?Q[1-4])$/iu;
