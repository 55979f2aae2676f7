import type { CrawledPage } from "../shared/crawled-page.ts";
import { shownLength } from "./soft-404.ts";

/** A page is a placeholder if it has at most `most` characters and matches `words`. `says` continues "The page …". */
interface Placeholder {
  words: RegExp;
  says: string;
  most: number;
}

const parked: Placeholder = {
  words:
    /domain (?:name )?(?:\S+ )?(?:is|may be) (?:now )?(?:for sale|available for (?:sale|purchase)|parked)|(?:buy|purchase) this domain|this (?:web ?page|domain) is parked|parked (?:free|domain)|inquire about this domain|domain (?:steht|ist) .{0,20}(?:zum verkauf|geparkt)|domaine est à vendre|dominio (?:está )?(?:en venta|in vendita)|domínio (?:está )?à venda|domein (?:is |staat )?te koop|domena (?:jest )?na sprzedaż|alan adı satılık|домен (?:продаётся|продается|продається)|tên miền .{0,20}rao bán|ドメイン.{0,10}(?:販売|売り出し)|域名.{0,6}出售|도메인.{0,6}판매|النطاق .{0,10}للبيع/iu,
  says: "says that its domain is for sale or parked",
  most: 2500,
};
const unready: Placeholder = {
  words:
    /^(?:.{0,60}(?<!\p{Script=Latin}))?(?:coming soon|under construction|back online|under maintenance|wartungsarbeiten|en maintenance|en mantenimiento|em manutenção|in manutenzione|bakımda|технические работы|メンテナンス中|launching soon|soon available|available soon|soon on|snart tilg\p{L}+|kommer snart|snart på|bald (?:verfügbar|im app)|bientôt sur|presto disponibile|pronto disponible|opening soon|demnächst|im aufbau|bientôt disponible|en construction|próximamente|en construcción|em breve|em construção|in costruzione|prossimamente|binnenkort|in aanbouw|w budowie|wkrótce|yapım aşamasında|yakında|in arrivo|in fase di sviluppo|(?:refent|en construcció).{0,40}|скоро открытие|в разработке|сайт на реконструкції|sắp ra mắt|準備中|工事中|建设中|준비 ?중|قريب[اً]+|تحت الإنشاء)(?!\p{Script=Latin})/iu,
  says: "says that the site is not ready yet",
  most: 300,
};
const others: Placeholder[] = [
  {
    words:
      /welcome to nginx!|apache2? (?:\S+ )?default page|^it works!$|iis windows server|test page for the .{0,40}server|default web site page|^index of \/|this is the default (?:index|page)/iu,
    says: "is the default page of a web server without a website",
    most: 5000,
  },
  {
    words: /account (?:has been )?suspended|site (?:is )?(?:temporarily )?(?:suspended|disabled)/iu,
    says: "says that its hosting account is suspended",
    most: 800,
  },
];

export const isForSale = (text: string) => parked.words.test(text);

export const isUnready = (text: string) => text.length < 160 && unready.words.test(text);

export function placeholderKind(page: Pick<CrawledPage, "title" | "blocks">): string | null {
  const length = shownLength(page);
  const texts = [page.title, ...page.blocks.slice(0, 20).map(({ text }) => text)];
  const kind = [parked, ...others, unready].find(
    ({ words, most }) => length <= most && texts.some((text) => words.test(text)),
  );
  return kind?.says ?? null;
}
