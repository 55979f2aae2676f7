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
  | "comments"
  | "voices"
  | "store";

/** Words of headings by what stands below them; one with a star in front decides wherever it stands. */
const table: Record<AwayKind, string> = {
  trouble:
    "the problem, problem, problems, our problem, sound familiar, sounds familiar, the pain, pain points, struggling with, tired of, the challenge, the reality, hard enough, feel this hard, das problem, probleme, kennen sie das, kennst du das, kommt ihnen das bekannt vor, kommt dir das bekannt vor, schluss mit, le problème, le constat, ça vous parle, vous vous reconnaissez, marre de, el problema, te suena, te resulta familiar, cansado de, o problema, soa familiar, cansado de, se identifica, il problema, ti suona familiare, ti riconosci, stanco di, het probleem, herkenbaar, herken je, brzmi znajomo, znasz to, *rzeczywistość, tanıdık geldi mi, sorun, проблема, знакомо, узнаёте себя, проблема, знайомо, お悩み, 悩み, 課題, お困り, こんなこと, 痛点, 困扰, 고민, vấn đề",
  cases:
    "case study, case studies, cases, success stories, success story, our work, our works, selected work, selected works, recent work, recent projects, our projects, projects, works, portfolio, showcase, real results, real stories, stories, our clients, clients, references, referenzen, unsere projekte, projekte, fallstudien, fallbeispiele, erfolgsgeschichten, réalisations, nos réalisations, références, études de cas, nos projets, nos clients, casos de éxito, casos reales, proyectos, trabajos, nuestros trabajos, portafolio, porfolio, nuestros clientes, cases de sucesso, casos de sucesso, projetos, nossos projetos, portfólio, nossos clientes, casi studio, casi di successo, progetti, i nostri progetti, lavori, i nostri lavori, realizzazioni, projecten, onze projecten, ons werk, referenties, realizacje, nasze realizacje, projekty, nasze projekty, projeler, projelerimiz, referanslar, referanslarımız, çalışmalarımız, portföy, кейсы, портфолио, наши работы, проекты, примеры работ, кейси, портфоліо, наші роботи, 実績, 事例, 見本サイト, デモサイト, 案例, 포트폴리오, أعمالنا, مشاريعنا, dự án",
  comparison:
    "vs, versus, compare, comparison, compared, how we compare, alternatives, vergleich, im vergleich, comparatif, comparaison, comparativa, comparación, comparativo, comparação, confronto, a confronto, vergelijking, vergeleken, porównanie, na tle konkurencji, karşılaştırma, сравнение, порівняння, 比較, との違い, 对比, 비교, so sánh",
  people:
    "our story, the story behind, how it started, why we built, unsere geschichte, notre histoire, nuestra historia, por qué nació, cómo nació, nossa história, como nasceu, la nostra storia, come è nato, come nasce, ons verhaal, nasza historia, hikayemiz, наша история, наша історія, about me, meet the founder, the founder, the founders, about the author, behind the, über mich, wer ich bin, à propos de moi, qui suis je, sobre mí, quién soy, sobre mim, quem sou eu, quem sou, chi sono, su di me, over mij, wie ben ik, o mnie, kim jestem, o autorze, hakkımda, merhaba ben, обо мне, об авторе, кто ведёт, про мене, 代表挨拶, 代表の, 代表｜, 代表取締役, 自己紹介, プロフィール",
  posts:
    "latest posts, recent posts, latest articles, articles, related articles, from the blog, latest news, neueste beiträge, beiträge, ratgeber, derniers articles, articles récents, nos articles, últimos artículos, artículos, últimas entradas, últimas postagens, artigos, últimos artigos, ultimi articoli, articoli, laatste berichten, artikelen, ostatnie wpisy, wpisy, artykuły, son yazılar, yazılar, makaleler, статьи, последние статьи, бесплатные материалы, статті, статии, 記事, コラム, 相談室, 最新文章, 文章, 게시글, مقالات, bài viết",
  figures:
    "the science, the science behind, based on standards, official standards, wissenschaftliche grundlage, offizielle richtlinien, la science derrière, normes officielles, basé sur les normes, base científica, normas oficiales, basi scientifiche, linee guida ufficiali, in numbers, by the numbers, results, our results, in zahlen, ergebnisse, en chiffres, nos résultats, en números, resultados, em números, in numeri, risultati, in cijfers, resultaten, w liczbach, wyniki, rakamlarla, в цифрах, результаты, мои цифры, у цифрах, результати, 数字で見る",
  unfit:
    "not for you, who it is not for, who it's not for, nicht geeignet, für wen nicht, pas fait pour, no es para ti, não é para você, non fa per te, niet voor jou, nie dla ciebie, не подойдёт, не підійде, 向かない",
  extras:
    "bonus, bonuses, your bonuses, special offer, giveaway, bônus, bônus especiais, bonos, bonusy, бонусы, бонуси, 特典, pacchetti, seasonal",
  comments:
    "comments, kommentare, commentaires, comentarios, comentários, commenti, reacties, komentarze, yorum, yorumlar, комментарии, коментарі, コメント, 评论",
  store:
    "app privacy, data safety, ratings and reviews, ratings reviews, what's new, more by this developer, you might also like, similar apps, more apps by, app datenschutz, datensicherheit, bewertungen und rezensionen, das könnte dir auch gefallen, confidentialité de l'app, sécurité des données, notes et avis, privacidad de la app, seguridad de los datos, valoraciones y reseñas, privacidade do app, segurança dos dados, avaliações e opiniões, privacy dell'app, sicurezza dei dati, valutazioni e recensioni, prywatność aplikacji, bezpieczeństwo danych, oceny i recenzje, uygulama gizliliği, veri güvenliği, appのプライバシー, データセーフティ, 評価とレビュー",
  voices: "voices, our customers say, customer stories, の声, 様の変化, ユーザーの声",
};

interface Phrases {
  kind: AwayKind;
  /** Words that a heading has, each with a space around. */
  spoken: string[];
  /** Single words that decide wherever they stand in a short heading. */
  anywhere: string[];
  /** Of scripts without spaces, looked for anywhere. */
  written: string[];
}

const phrases = Object.entries(table).map(([kind, list]): Phrases => {
  const all = list.split(",").map((phrase) => phrase.trim());
  return {
    kind: kind as AwayKind,
    spoken: all
      .filter((phrase) => !isSpaceless(phrase) && !phrase.startsWith("*"))
      .map((phrase) => wordsOf(phrase).join(" ")),
    anywhere: all.filter((phrase) => phrase.startsWith("*")).map((phrase) => wordsOf(phrase).join(" ")),
    written: all.filter(isSpaceless),
  };
});

const mostWords = 9;
/** Words around a phrase that leave its meaning: "Our latest projects", "Das Problem". */
const mostAround = 2;

/** What a heading says stands below it; null where that may be the product. @param name is no word of the heading */
export function awayKind(heading: string, name: string): AwayKind | null {
  if (lengthOf(heading) > 90) return null;
  const said = name === "" ? heading : heading.replaceAll(name, " ");
  const words = wordsOf(said);
  const text = words.join(" ");
  for (const { kind, spoken, anywhere, written } of phrases) {
    if (written.some((phrase) => said.includes(phrase))) return kind;
    if (words.length <= mostAround * 2 && anywhere.some((word) => words.includes(word))) return kind;
    if (words.length > mostWords && kind !== "trouble" && kind !== "comparison") continue;
    for (const phrase of spoken) {
      if (phrase === "") continue;
      if (text === phrase) return kind;
      const at = ` ${text} `.indexOf(` ${phrase} `);
      if (at === -1) continue;
      const count = phrase.split(" ").length;
      // Of one word only what stands first or alone decides: "Manage projects" is a feature.
      if (count > 1 || kind === "comparison" || (at === 0 && words.length - count <= mostAround && kind !== "cases"))
        return kind;
    }
  }
  return null;
}

/** Headings below which stands what to do, step by step; what it does tells more. */
export const isOnSteps = (heading: string) => {
  const said = ` ${wordsOf(heading).join(" ")} `;
  return steps.some((phrase) => said.includes(` ${phrase} `)) || /使い方|ご利用の流れ|كيف يعمل/u.test(heading);
};
const steps =
  "how it works, how we work, how to, getting started, so funktioniert es, so funktionierts, so geht s, so einfach geht s, comment ça marche, cómo funciona, como funciona, come funziona, hoe het werkt, jak to działa, jak działa, nasıl çalışır, как это работает, як це працює, так працює"
    .split(", ")
    .map((phrase) => wordsOf(phrase).join(" "));
