import { describe, expect, test } from "bun:test";
import { choosePages } from "./choose-pages.ts";

const home = "https://acme.example/";
type Link = string | [path: string, text: string];

function chosen(
  links: Link[],
  { from = home, language = "en" as string | null, alternates = [] as { lang: string; url: string }[] } = {},
) {
  const asLinks = links.map((link) => {
    const [path, text] = typeof link === "string" ? [link, ""] : link;
    return { url: new URL(path, from).href, text, region: "nav" as const };
  });
  return choosePages({ home: from, language, links: asLinks, alternates }).map((url) =>
    url.replace("https://acme.example", ""),
  );
}

test("relevant pages: ordered by kind", () => {
  const links = ["/blog", "/contact", "/team", "/faq", "/product", "/about", "/pricing", "/changelog", "/download"];
  expect(chosen(links)).toEqual([
    "/pricing",
    "/about",
    "/product",
    "/faq",
    "/team",
    "/download",
    "/contact",
    "/changelog",
    "/blog",
  ]);
});

test("second page of the same kind: after other kinds", () => {
  expect(chosen(["/pricing", "/plans", "/contact", "/about"])).toEqual(["/pricing", "/about", "/contact", "/plans"]);
});

test("link text: identifies the kind of page in many languages", () => {
  const links: Link[] = [
    ["/p1", "Preise"],
    ["/p2", "Qui sommes-nous ?"],
    ["/p3", "よくある質問"],
    ["/p4", "Características"],
    ["/p5", "اتصل بنا"],
    ["/p6", "Chi siamo"],
    ["/p7", "お問い合わせ"],
    ["/p8", "Plans & Pricing"],
    ["/p9", "Our pricing →"],
  ]; // prettier-ignore
  expect(chosen(links).toSorted()).toEqual(links.map(([path]) => path!));
  expect(chosen(["/preise.html", "/%E6%96%99%E9%87%91/", "/quienes-somos", "/om-oss.php"]).toSorted()).toEqual([
    "/%E6%96%99%E9%87%91/",
    "/om-oss.php",
    "/preise.html",
    "/quienes-somos",
  ]);
});

test("article about prices: not chosen as a pricing page", () => {
  expect(
    chosen([
      "/blog/pricing",
      "/blog/2024/about",
      ["/docs/x/y", "How we changed our pricing and why"],
      "/help/faq",
      "/a",
      "/b",
      "/c",
    ]),
  ).toEqual(["/help/faq"]);
});

test("customer, legal and machine pages and files: not chosen", () => {
  const links = [
    "/login",
    "/cart",
    "/privacy-policy",
    "/agb.html",
    "/de/impressum",
    "/account/pricing",
    "/pricing.pdf",
    "/about.zip",
    "/feed",
    "/search?q=pricing",
  ];
  expect(chosen([...links, `/${"x".repeat(400)}/pricing`, "#pricing", "mailto:about@acme.example"])).toEqual([]);
});

test("other sites: not chosen; other hosts of the site: after its own", () => {
  const links = [
    "https://other.example/pricing",
    "https://help.acme.example/faq",
    "https://app.acme.example/pricing",
    "https://acme.example.evil.example/about",
    "/contact",
  ];
  expect(chosen(links)).toEqual(["https://help.acme.example/faq", "/contact"]);
  expect(
    chosen(["https://acme.github.io/about", "https://other.github.io/pricing"], { from: "https://acme.github.io/" }),
  ).toEqual(["https://acme.github.io/about"]);
});

test("shared host: only pages below the product's path", () => {
  const from = "https://github.com/acme/tool";
  const links = [
    "https://github.com/pricing",
    "https://github.com/about",
    "https://github.com/Acme/tool/releases",
    "https://github.com/acme/toolbox/releases",
    "https://github.com/acme/tool/issues/pricing",
    "https://github.com/features",
  ];
  expect(chosen(links, { from })).toEqual(["https://github.com/Acme/tool/releases"]);
});

test("equivalent URLs: chosen once", () => {
  const links = [
    "/pricing",
    "/pricing/",
    "http://www.acme.example/pricing",
    "/pricing?utm_source=nav",
    "/pricing#plans",
    "/",
    "/index.html",
  ];
  expect(chosen(links)).toEqual(["/pricing"]);
});

describe("language", () => {
  test("path, host, query and hreflang: the home page's language is chosen", () => {
    const links = [
      "/pricing",
      "/en/about",
      "/de/preise",
      "/fr/faq",
      "/pt-br/team",
      "https://de.acme.example/kontakt",
      "/contact?lang=es",
    ];
    expect(chosen(links)).toEqual(["/pricing", "/en/about"]);
    expect(chosen(links, { from: "https://acme.example/de/" })).toEqual([
      "/pricing",
      "/de/preise",
      "https://de.acme.example/kontakt",
    ]);
    expect(
      chosen(["/pricing", "/tarifs"], { alternates: [{ lang: "fr", url: "https://acme.example/tarifs" }] }),
    ).toEqual(["/pricing"]);
  });

  test("path words that look like a language: ignored", () => {
    expect(chosen(["/go/pricing", "/us/about"])).toEqual(
      ["/pricing", "/about"].map((path, i) => (i ? "/us" : "/go") + path),
    );
  });
});

test("few relevant pages: some prominent pages are added", () => {
  expect(
    chosen([
      ["/pricing", "Pricing"],
      ["/orchard", "Orchard"],
      ["/cellar", "Cellar"],
      ["/attic", "Attic"],
    ]),
  ).toHaveLength(3);
  expect(chosen([["/x?page=2", "Older"], ["/a/b/c", "Deep"], "/no-words"])).toEqual([]);
});
