import { pageKindOf } from "../crawl/page-kind-of.ts";
import { isSpaceless, lengthOf } from "./sentences.ts";
import { wordsOf } from "./words.ts";

/** What a section of a page is about when it is not about what the product is and does. */
export type AwayKind =
  | "trouble"
  | "cases"
  | "comparison"
  | "people"
  | "posts"
  | "figures"
  | "unfit"
  | "extras"
  | "gifts"
  | "public"
  | "comments"
  | "voices"
  | "store"
  | "notices"
  | "coming"
  | "examples";

/** Words of headings by what stands below them; one with a star in front decides wherever it stands. */
const table: Record<AwayKind, string> = {
  trouble:
    "the problem, problem, problems, our problem, sound familiar, sounds familiar, the pain, pain points, struggling with, tired of, the challenge, the reality, hard enough, feel this hard, das problem, probleme, kennen sie das, kennst du das, kommt ihnen das bekannt vor, kommt dir das bekannt vor, schluss mit, le problème, le constat, ça vous parle, vous vous reconnaissez, marre de, el problema, te suena, te resulta familiar, cansado de, o problema, soa familiar, cansado de, se identifica, il problema, ti suona familiare, ti riconosci, stanco di, het probleem, herkenbaar, herken je, brzmi znajomo, znasz to, *rzeczywistość, tanıdık geldi mi, sorun, проблема, знакомо, узнаёте себя, проблема, знайомо, お悩み, 悩み, 課題, お困り, こんなこと, 痛点, 困扰, 고민, vấn đề, problém, znáte to, poznáváte se, v čem je problém, a probléma, ismerős, ismerős a helyzet, sună cunoscut, problema, ți se pare cunoscut, problemet, känner du igen dig, känns det igen, utmaningen, kender du det, genkender du, udfordringen, kjenner du deg igjen, utfordringen, ongelma, tuttu tilanne, kuulostaako tutulta, masalahnya, masalah, bạn có gặp, познато ли ви е, проблемът, το πρόβλημα, لماذا تعاني, المشكلة",
  cases:
    "case study, case studies, cases, success stories, success story, our work, our works, selected work, selected works, our portfolio, unser portfolio, notre portfolio, nuestro portafolio, nosso portfólio, il nostro portfolio, ons portfolio, nasze portfolio, naše portfolio, vårt portfolio, recent work, recent projects, our projects, projects, works, portfolio, showcase, real results, real stories, stories, our clients, clients, references, referenzen, unsere projekte, projekte, fallstudien, fallbeispiele, erfolgsgeschichten, réalisations, nos réalisations, références, études de cas, nos projets, nos clients, casos de éxito, casos reales, proyectos, trabajos, nuestros trabajos, portafolio, porfolio, nuestros clientes, cases de sucesso, casos de sucesso, projetos, nossos projetos, portfólio, nossos clientes, casi studio, casi di successo, progetti, i nostri progetti, lavori, i nostri lavori, realizzazioni, projecten, onze projecten, ons werk, referenties, realizacje, nasze realizacje, projekty, nasze projekty, projeler, projelerimiz, referanslar, referanslarımız, çalışmalarımız, portföy, кейсы, портфолио, наши работы, проекты, примеры работ, кейси, портфоліо, наші роботи, 実績, 事例, 見本サイト, デモサイト, 案例, 포트폴리오, أعمالنا, مشاريعنا, dự án, naši klienti, klienti, naši zákazníci, reference, naše práce, naše projekty, ukázky prací, referenciák, munkáink, referencie, portofoliu, proiecte, proiectele noastre, lucrări, lucrările noastre, våra projekt, kundcase, referensprojekt, vores projekter, våre prosjekter, prosjekter, referansar, referanser, töitämme, referenssit, asiakkaamme, portofolio, karya kami, proyek, dự án đã thực hiện, портфолио, нашите проекти, έργα μας, 客户案例, 成功案例",
  comparison:
    "vs, versus, compare, comparison, compared, how we compare, alternatives, vergleich, im vergleich, comparatif, comparaison, comparativa, comparación, comparativo, comparação, confronto, a confronto, vergelijking, vergeleken, porównanie, na tle konkurencji, karşılaştırma, сравнение, порівняння, 比較, との違い, 对比, 비교, so sánh, srovnání, porovnání, összehasonlítás, comparație, jämförelse, jämför, sammenligning, vertailu, perbandingan, сравнение, σύγκριση, مقارنة",
  people:
    "our story, the story behind, how it started, why we built, unsere geschichte, notre histoire, nuestra historia, por qué nació, cómo nació, nossa história, como nasceu, la nostra storia, come è nato, come nasce, ons verhaal, nasza historia, hikayemiz, наша история, наша історія, about me, meet the founder, the founder, the founders, about the author, behind the, über mich, wer ich bin, à propos de moi, qui suis je, sobre mí, quién soy, sobre mim, quem sou eu, quem sou, chi sono, su di me, over mij, wie ben ik, o mnie, kim jestem, o autorze, hakkımda, merhaba ben, обо мне, об авторе, кто ведёт, про мене, 代表挨拶, 代表の, 代表｜, experts, our experts, meet the experts, teachers, our teachers, unsere experten, nos experts, nuestros expertos, nossos especialistas, i nostri esperti, nasi eksperci, эксперты, эксперты школы, преподаватели, викладачі, 講師, 代表取締役, 自己紹介, プロフィール, náš příběh, o mně, kdo jsem, a történetünk, rólam, ki vagyok, povestea noastră, despre mine, vår historia, om mig, vores historie, vår historie, om meg, tarinamme, minusta, kisah kami, tentang saya, câu chuyện của chúng tôi, за мен, нашата история, η ιστορία μας, 关于作者, 创始人",
  posts:
    "latest posts, recent posts, latest articles, articles, related articles, from the blog, latest news, neueste beiträge, beiträge, ratgeber, derniers articles, articles récents, nos articles, últimos artículos, artículos, últimas entradas, últimas postagens, artigos, últimos artigos, ultimi articoli, articoli, laatste berichten, artikelen, ostatnie wpisy, wpisy, artykuły, son yazılar, yazılar, makaleler, статьи, последние статьи, бесплатные материалы, статті, статии, 記事, コラム, 相談室, 最新文章, 文章, 게시글, مقالات, bài viết, featured articles, latest signals, latest posts, latest stories, guides and articles, aktuality, články, nejnovější články, hírek, legújabb bejegyzések, cikkek, articole, ultimele articole, noutăți, nyheter, senaste nytt, senaste inläggen, artiklar, nyheder, seneste nyt, artikler, siste nytt, uutiset, ajankohtaista, artikkelit, berita, artikel, artikel terbaru, tin tức, tin mới, новини, последни новини, άρθρα, νέα, 新着情報, 最新動態, 最新动态",
  figures:
    "the science, the science behind, based on standards, official standards, wissenschaftliche grundlage, offizielle richtlinien, la science derrière, normes officielles, basé sur les normes, base científica, normas oficiales, basi scientifiche, linee guida ufficiali, in numbers, by the numbers, results, our results, in zahlen, ergebnisse, en chiffres, nos résultats, en números, resultados, em números, in numeri, risultati, in cijfers, resultaten, w liczbach, wyniki, rakamlarla, в цифрах, результаты, мои цифры, у цифрах, результати, 数字で見る, v číslech, výsledky, számokban, eredmények, în cifre, rezultate, i siffror, resultat, i tal, resultater, i tall, lukuina, tulokset, dalam angka, con số, в цифри, 数字で",
  unfit:
    "not for you, who it is not for, who it's not for, nicht geeignet, für wen nicht, pas fait pour, no es para ti, não é para você, non fa per te, niet voor jou, nie dla ciebie, не подойдёт, не підійде, 向かない, pro koho není, kinek nem való, nu este pentru, inte för dig, ikke for dig, ikke for deg, не е за",
  extras:
    "bonus, bonuses, your bonuses, special offer, giveaway, bônus, bônus especiais, bonos, bonusy, бонусы, бонуси, 特典, pacchetti, seasonal, bonusar, bonuser, bonusz, bonus spécial, dárkové poukazy, dárkový poukaz, ajándékutalvány, geschenkgutscheine, gutscheine, bons cadeaux, gift cards, gift card, gift vouchers, gavekort, presentkort, lahjakortti, cadeaubonnen, cadeaubon, buoni regalo, tarjetas regalo, vale presente, karty podarunkowe, bony podarunkowe, carduri cadou, подарочные сертификаты, подарункові сертифікати, hediye kartı",
  gifts:
    "free checklist, free guide, free ebook, free e book, free webinar, free whitepaper, gratis checkliste, kostenlose checkliste, gratis leitfaden, kostenloser leitfaden, kostenloser ratgeber, gratis ebook, gratis e book, kostenloses e book, kostenloses ebook, gratis webinar, kostenloses webinar, guide gratuit, checklist gratuite, ebook gratuit, e book gratuit, livre blanc gratuit, webinaire gratuit, guía gratis, guía gratuita, checklist gratis, lista de verificación gratis, ebook gratuito, e book gratuito, webinar gratuito, guia gratuito, guia grátis, checklist gratuito, checklist grátis, ebook grátis, guida gratuita, checklist gratuita, gratis gids, gratis whitepaper, gratis checklist, gratis e boek, darmowy poradnik, darmowy ebook, darmowy e book, darmowa checklista, darmowa lista kontrolna, bezpłatny poradnik, bezpłatny webinar, darmowy webinar, zdarma ke stažení, bezplatný průvodce, průvodce zdarma, checklist zdarma, ebook zdarma, webinář zdarma, ingyenes útmutató, ingyenes ellenőrzőlista, ingyenes e könyv, ingyenes webinárium, ghid gratuit, checklistă gratuită, gratis guide, gratis checklista, gratis tjekliste, gratis sjekkliste, gratis e bog, gratis e bok, ilmainen opas, ilmainen tarkistuslista, ilmainen webinaari, panduan gratis, e book gratis, webinar gratis, ücretsiz rehber, ücretsiz kontrol listesi, ücretsiz e kitap, ücretsiz webinar, бесплатный чек лист, бесплатный гайд, бесплатный вебинар, бесплатная книга, безкоштовний чек лист, безкоштовний гайд, безкоштовний вебінар, безплатен наръчник, δωρεάν οδηγός, tài liệu miễn phí, hội thảo miễn phí, 無料ガイド, 無料チェックリスト, 無料セミナー, 無料資料, 免费指南, 免费资料, 무료 가이드, 무료 자료, دليل مجاني",
  public:
    "government programs, government programmes, state programs, state programmes, government subsidies, staatliche programme, staatliche förderung, staatliche förderprogramme, aides de l'état, aides publiques, programas estatales, programas del gobierno, ayudas públicas, programas do governo, programmi statali, incentivi statali, overheidsregelingen, programy rządowe, státní programy, állami programok, programe guvernamentale, statliga program, государственные программы, госпрограммы, державні програми, държавни програми, devlet destekleri, program pemerintah",
  comments:
    "comments, kommentare, commentaires, comentarios, comentários, commenti, reacties, komentarze, yorum, yorumlar, комментарии, коментарі, コメント, 评论, komentáře, hozzászólások, kommentarer, kommentit, komentar, bình luận, коментари",
  store:
    "app privacy, data safety, ratings and reviews, ratings reviews, what's new, more by this developer, you might also like, similar apps, more apps by, app datenschutz, datensicherheit, bewertungen und rezensionen, das könnte dir auch gefallen, confidentialité de l'app, sécurité des données, notes et avis, privacidad de la app, seguridad de los datos, valoraciones y reseñas, privacidade do app, segurança dos dados, avaliações e opiniões, privacy dell'app, sicurezza dei dati, valutazioni e recensioni, prywatność aplikacji, bezpieczeństwo danych, oceny i recenzje, uygulama gizliliği, veri güvenliği, appのプライバシー, データセーフティ, 評価とレビュー",
  voices:
    "voices, our customers say, customer stories, の声, 様の変化, ユーザーの声, apa kata mereka, kata mereka, testimoni, co říkají, řekli o nás, napsali o nás, hodnocení, vélemények, rólunk mondták, mit mondanak, ce spun clienții, recenzii, păreri, vad våra kunder säger, vad kunderna säger, omdömen, kundernas röster, hvad siger, hva sier, anmeldelser, tilbakemeldinger, kundeomtaler, asiakkaat kertovat, palautteet, arvostelut, khách hàng nói, phản hồi từ, cảm nhận, какво казват, отзиви, τι λένε, κριτικές, 客户评价, 学员评价, 후기, آراء العملاء",
  notices:
    "privacy policy, privacy notice, intellectual property, personal data, propriété intellectuelle, données personnelles, propiedad intelectual, datos personales, proprietà intellettuale, dati personali, propriedade intelectual, dados pessoais, urheberrecht, persoonsgegevens, dane osobowe, osobní údaje, személyes adatok, date personale, personuppgifter, personoplysninger, personopplysninger, henkilötiedot, data pribadi, kişisel veriler, персональные данные, персональні дані, data deletion, account deletion, datenlöschung, suppression des données, eliminación de datos, eliminazione dei dati, exclusão de dados, sletning af data, usuwanie danych, terms of service, terms of use, terms and conditions, disclaimer, legal notice, safety information, safety notice, important safety, house rules, system requirements, allowed use, datenschutzerklärung, datenschutzhinweise, impressum, haftungsausschluss, sicherheitshinweise, hinweise zur sicherheit, nutzungsbedingungen, systemvoraussetzungen, politique de confidentialité, mentions légales, conditions d'utilisation, consignes de sécurité, avertissement, política de privacidad, aviso legal, términos y condiciones, avisos de seguridad, descargo de responsabilidad, política de privacidade, termos de uso, avisos de segurança, isenção de responsabilidade, informativa privacy, informativa sulla privacy, note legali, termini e condizioni, avvertenze, esclusione di responsabilità, privacybeleid, privacyverklaring, algemene voorwaarden, gebruiksvoorwaarden, veiligheidsinstructies, systeemvereisten, polityka prywatności, regulamin, zasady bezpieczeństwa, wymagania systemowe, zásady ochrany osobních údajů, ochrana osobních údajů, obchodní podmínky, bezpečnostní pokyny, adatvédelmi tájékoztató, adatkezelési tájékoztató, biztonsági információk, fontos biztonsági, felhasználási feltételek, politica de confidențialitate, termeni și condiții, integritetspolicy, användarvillkor, privatlivspolitik, handelsbetingelser, personvernerklæring, tietosuojaseloste, käyttöehdot, kebijakan privasi, syarat dan ketentuan, chính sách bảo mật, điều khoản sử dụng, gizlilik politikası, kullanım koşulları, aydınlatma metni, kvkk, публичная оферта, договор оферты, договор публичной оферты, оферта, политика конфиденциальности, пользовательское соглашение, політика конфіденційності, умови використання, πολιτική απορρήτου, プライバシーポリシー, 利用規約, 免責, ルールと, 利用ルール, ご利用にあたって, 注意事項, 動作環境, 隐私政策, 使用条款, 免责声明, 개인정보처리방침, 이용약관, سياسة الخصوصية, الشروط والأحكام",
  coming:
    "coming soon, roadmap, coming next, what's next, planned features, in preparation, demnächst, in vorbereitung, in planung, kommt bald, bientôt disponible, à venir, prochainement, feuille de route, próximamente, hoja de ruta, em breve, em desenvolvimento, prossimamente, in arrivo, binnenkort, in ontwikkeling, wkrótce, w przygotowaniu, již brzy, připravujeme, hamarosan, în curând, kommer snart, på väg, på vej, kommer snart, tulossa, segera hadir, sắp ra mắt, yakında, скоро, в разработке, незабаром, очаквайте, 準備中, 近日公開, 今後の予定, 即将推出, 敬请期待, 준비 중, قريبا",
  examples:
    "see it in action, example output, sample output, example outputs, examples, ejemplos, exemples, esempi, exemplos, beispiele, voorbeelden, przykłady, příklady, példák, exemple, eksempler, exempel, esimerkkejä, örnekler, примеры, приклади, примери, contoh, ví dụ, サンプル, 作例, 示例",
};

interface Phrase {
  kind: AwayKind;
  /** Place of the kind in the table: the first one that a heading names decides. */
  rank: number;
  words: string[];
}

/** Phrases by their first word; single words that decide wherever they stand; and what scripts without spaces write. */
const spokenPhrases = new Map<string, Phrase[]>();
const anywhere = new Map<string, Phrase>();
const written: { kind: AwayKind; rank: number; text: string }[] = [];
for (const [rank, [kind, list]] of (Object.entries(table) as [AwayKind, string][]).entries())
  for (const text of list.split(",").map((phrase) => phrase.trim())) {
    const words = wordsOf(text);
    const [first = ""] = words;
    if (isSpaceless(text)) written.push({ kind, rank, text });
    else if (text.startsWith("*")) anywhere.set(first, { kind, rank, words });
    else spokenPhrases.set(first, [...(spokenPhrases.get(first) ?? []), { kind, rank, words }]);
  }

/** Characters from which a heading is a text. */
const mostOfHeading = 90;
const mostWords = 9;
/** Words around a phrase that leave its meaning: "Our latest projects", "Das Problem". */
const mostAround = 2;

/** "Our latest comparisons" */
const latest =
  /^(?:(?:our|the|unsere|die|nos|les|nuestr[oa]s|l[oa]s|noss[oa]s|[oa]s|i nostri|le nostre|gli|i|le|onze|de|nasze|naše|våra|de|våre|vores|mga)\s)?(?:latest|newest|recent|neueste[nrs]?|aktuellste[nrs]?|derni(?:ers|ères)|últim[oa]s|ultim[ie]|laatste|nieuwste|najnowsze|ostatnie|nejnovější|poslední|legújabb|legfrissebb|ultimele|senaste|nyeste|seneste|siste|viimeisimmät|uusimmat|en yeni|son eklenen\p{L}*|последние|новые|останні|нові)\s\p{L}/iu;

/** What a heading says stands below it; null where that may be the product. @param name is no word of the heading */
export function awayKind(heading: string, name: string): AwayKind | null {
  if (lengthOf(heading) > mostOfHeading) return null;
  if (latest.test(heading)) return "posts";
  const said = name === "" ? heading : heading.replaceAll(name, " ");
  const words = wordsOf(said);
  const found: { kind: AwayKind; rank: number }[] = isSpaceless(said)
    ? written.filter(({ text }) => said.includes(text))
    : [];
  for (const [at, word] of words.entries()) {
    const lone = anywhere.get(word);
    if (lone && words.length <= mostAround * 2) found.push(lone);
    for (const phrase of spokenPhrases.get(word) ?? []) if (decides(phrase, words, at)) found.push(phrase);
  }
  found.sort((one, other) => one.rank - other.rank);
  return found[0]?.kind ?? null;
}

/** Whether a phrase that may begin at a word of a heading says what stands below it. */
function decides({ kind, words: phrase }: Phrase, words: string[], at: number): boolean {
  if (!phrase.every((word, index) => words[at + index] === word)) return false;
  const around = words.length - phrase.length;
  if (around === 0) return true;
  if (words.length > mostWords && kind !== "trouble" && kind !== "comparison") return false;
  // Of one word only what stands first or alone decides: "Manage projects" is a feature.
  return phrase.length > 1 || kind === "comparison" || (at === 0 && around <= mostAround && kind !== "cases");
}

const padded = (listed: string) => listed.split(", ").map((phrase) => ` ${wordsOf(phrase).join(" ")} `);
const includesOneOf = (said: string, phrases: string[]) => phrases.some((phrase) => said.includes(phrase));

/** What a part of a page tells of the product: what it does, what to do, whom it is for, what speaks for it, or how safe it is. */
export type Topic = "features" | "steps" | "readers" | "reasons" | "trust" | "any";

/** What a heading says that its part tells; what it says of readers, steps and reasons is the surer sign. */
export function topicOf(heading: string): Topic {
  if (heading === "" || lengthOf(heading) > mostOfHeading) return "any";
  const said = ` ${wordsOf(heading).join(" ")} `;
  if (writtenReaders.test(heading) || includesOneOf(said, readers)) return "readers";
  if (inMinutes.test(heading) || writtenSteps.test(heading) || includesOneOf(said, steps)) return "steps";
  if (writtenTrust.test(heading) || includesOneOf(said, trust)) return "trust";
  if (asksWhy.test(heading)) return "reasons";
  return isOnFeatures(heading) ? "features" : "any";
}

/** Headings below which stands what the product does, or what a company offers. */
const isOnFeatures = (heading: string) =>
  pageKindOf([], heading)?.name === "features" ||
  everything.test(heading) ||
  (lengthOf(heading) <= mostOfOffer && offers.test(heading));
const everything =
  /^(?:everything|all (?:the|you)|all[- ]in[- ]one|alles,? (?:was|für|in|wat)|tout ce (?:que|qu['’]|dont)|todo lo que|tudo (?:o )?que|tutto (?:ciò|quello|il|in)|wszystko|vše,? co|vše pro|minden(?:,? ami|t egy)|tot ce|allt (?:du|för|som)|alt (?:du|det|hvad|i)|kaikki|semua yang|tất cả|her şey|всё|все,? що|всичко)(?!\p{L})|必要な.*(?:すべて|全て)|(?:すべて|全て)が|一站式/iu;
const mostOfOffer = 40;
const offers =
  /(?<!\p{L})(?:services|features|what we (?:do|offer)|leistungen|funktionen|angebote|prestations|fonctionnalités|servicios|funciones|funcionalidades|serviços|servizi|funzionalità|diensten|functies|usługi|oferta|funkcje|služby|funkce|szolgáltatás\p{L}*|funkciók|servicii\p{L}*|funcții\p{L}*|tjänster|funktioner|ydelser|tjenester|funksjoner|palvelut|palvelumme|ominaisuudet|layanan|fitur|dịch vụ|tính năng|hizmetler\p{L}*|özellikler\p{L}*|услуги|возможности|функции|послуги|можливості|функції|υπηρεσίες|λειτουργίες)(?!\p{L})|機能|特徴|特長|できること|サービス(?:内容|一覧)|功能|服务(?:内容|项目)|기능|서비스 (?:소개|안내)|خدماتنا|المميزات|الميزات/iu;

/** "Up and running in 60 seconds" */
const inMinutes =
  /(?<!\p{L})(?:in|en|em|dans|binnen|under|på|w|za|alatt|за)\s(?:\p{L}+\s){0,3}\d{1,2}\s?(?:min|se[ckg]|мин|хв|сек|perc)|\d{1,2}\s?(?:分|秒)で/iu;
/** Headings below which stands what to do, step by step; what it does tells more. */
const steps = padded(
  "how it works, how we work, how to, getting started, simple steps, easy steps, two steps, three steps, four steps, 3 steps, 4 steps, step by step, our process, so funktioniert es, so funktionierts, so geht s, so einfach geht s, so einfach, so läuft, ablauf, schritt für schritt, in drei schritten, in 3 schritten, in vier schritten, comment ça marche, en trois étapes, en 3 étapes, en quelques étapes, étape par étape, notre méthode, cómo funciona, cómo trabajamos, en tres pasos, en 3 pasos, paso a paso, nuestro proceso, como funciona, como trabalhamos, em três passos, em 3 passos, passo a passo, nosso processo, come funziona, come lavoriamo, in tre passi, in 3 passi, passo dopo passo, il processo, hoe het werkt, hoe werkt het, zo werkt het, drie stappen, in 3 stappen, stap voor stap, onze werkwijze, werkwijze, jak to działa, jak działa, jak pracujemy, krok po kroku, w trzech krokach, w 3 krokach, współpraca krok, proces współpracy, etapy współpracy, jak to funguje, jak to probíhá, jak pracujeme, krok za krokem, ve třech krocích, hogyan működik, így működik, hogyan dolgozunk, lépésről lépésre, cum funcționează, cum lucrăm, pas cu pas, hur det funkar, hur det fungerar, så funkar det, så fungerar det, enkla steg, steg för steg, hvordan det virker, sådan fungerer det, sådan virker det, trin for trin, slik fungerer det, hvordan det fungerer, enkle steg, steg for steg, näin se toimii, miten se toimii, vaihe vaiheelta, cara kerja, langkah mudah, quy trình, cách hoạt động, nasıl çalışır, nasıl çalışıyoruz, adım adım, üç adımda, 3 adımda, как это работает, как мы работаем, как проходит, этапы работы, три шага, шаг за шагом, як це працює, так працює, як ми працюємо, етапи роботи, крок за кроком, как работи, стъпка по стъпка, πώς λειτουργεί, βήματα",
);
const writtenSteps =
  /使い方|使用方法|利用方法|ご利用の流れ|の流れ|ステップ|手順|流程|步骤|如何使用|이용 ?방법|사용 ?방법|كيف (?:يعمل|نعمل)|خطوات/u;

/** Headings below which stands whom the product is for. */
const readers = padded(
  "who it is for, who it s for, who is it for, who is this for, who we help, who we serve, für wen, für wen ist, wem hilft, pour qui, à qui s adresse, para quién, a quién, para quem, a quem, per chi, a chi, voor wie, dla kogo, z kim współpracujemy, z jakimi firmami, pro koho, kinek, kiknek, kiknek ajánljuk, pentru cine, cui i se adresează, för vem, för vilka, til hvem, for hvem, hvem er det for, kenelle, untuk siapa, dành cho ai, ai nên, kimler için, kime göre, для кого, кому подойдёт, кому підійде, за кого, για ποιους",
);
const writtenReaders = /こんな(?:人|方)|おすすめの方|向いている|适合(?:谁|人群)|누구를 위한|لمن/u;

/** Headings below which stand reasons, which may be features. */
const asksWhy =
  /^(?:why|warum|wieso|weshalb|pourquoi|por qué|¿por qué|por que|perché|waarom|dlaczego|proč|miért|de ce|varför|hvorfor|miksi|mengapa|kenapa|tại sao|vì sao|neden|почему|чому|защо|γιατί)(?!\p{L})|理由|为什么|لماذا/iu;
/** Headings below which stands how safe the product is. */
const trust = padded(
  "security, privacy first, your data, reliability, sécurité, confidentialité, vos données, fiabilité, sicherheit, datenschutz, ihre daten, deine daten, seguridad, privacidad, tus datos, sus datos, segurança, privacidade, seus dados, sicurezza, affidabilità, i tuoi dati, i vostri dati, veiligheid, jouw data, uw gegevens, bezpieczeństwo, twoje dane, bezpečnost, vaše data, biztonság, securitate, datele tale, säkerhet, trygghet, er data, sikkerhed, sikkerhet, tietoturva, keamanan, bảo mật, güvenlik, verileriniz, безопасность, ваши данные, безпека, ваші дані",
);
const writtenTrust = /セキュリティ|안전|보안|الأمان/u;
