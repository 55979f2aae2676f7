import { expect, test } from "bun:test";
import { useTestServer } from "#test/support/server/use-test-server.ts";

const server = useTestServer();

type Json = Record<string, any>;

interface Shared {
  records: Json[];
  tags: Record<string, string>;
  canonical: string | null;
}

/** The metadata that a crawler reads from a page. */
async function shared(path: string): Promise<Shared> {
  const found: Shared = { records: [], tags: {}, canonical: null };
  let block = "";
  const rewriter = new HTMLRewriter()
    .on('script[type="application/ld+json"]', {
      element(element) {
        block = "";
        element.onEndTag(() => {
          found.records.push(JSON.parse(block));
        });
      },
      text({ text }) {
        block += text;
      },
    })
    .on("meta[property]", {
      element(element) {
        found.tags[element.getAttribute("property")!] = element.getAttribute("content")!;
      },
    })
    .on('link[rel="canonical"]', {
      element(element) {
        found.canonical = element.getAttribute("href");
      },
    });
  await rewriter.transform(await fetch(server.url + path)).text();
  for (const record of found.records) expect(record["@context"]).toBe("https://schema.org");
  return found;
}

const ofType = ({ records }: Shared, type: string) => records.filter((record) => record["@type"] === type);

test("a product with platforms is a SoftwareApplication with the facts of its page", async () => {
  const { body } = await server.call("get_listing", { slug: "lumenroll" });
  const page = await shared("/listings/lumenroll");
  expect(ofType(page, "SoftwareApplication")).toMatchObject([
    {
      name: body.name,
      abstract: body.headline,
      description: body.summary,
      url: body.url,
      image: body.logo_url,
      operatingSystem: body.platforms.join(", "),
      applicationCategory: body.categories[0].name,
      interactionStatistic: { userInteractionCount: body.votes },
    },
  ]);
  const asked = ofType(page, "FAQPage").flatMap(({ mainEntity }) =>
    mainEntity.map(({ name, acceptedAnswer }: Json) => ({ question: name, answer: acceptedAnswer.text })),
  );
  expect(asked).toEqual(body.faqs);
  expect(ofType(page, "BreadcrumbList")[0]!.itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Slipway", item: `${server.url}/` },
    { "@type": "ListItem", position: 2, name: body.name, item: `${server.url}/listings/lumenroll` },
  ]);
});

test("a product's plans are offers in major units, with its licences and languages", async () => {
  const [product] = ofType(await shared("/listings/lumenroll"), "SoftwareApplication");
  expect(product).toMatchObject({
    license: ["https://spdx.org/licenses/AGPL-3.0-only.html"],
    inLanguage: ["en", "de", "ja"],
    offers: [
      { "@type": "Offer", name: "Self-hosted", price: "0.00", priceCurrency: "EUR" },
      { name: "Support", price: "49.00", priceSpecification: { price: "49.00", unitText: "year" } },
    ],
  });
  const [closed] = ofType(await shared("/listings/framevault"), "SoftwareApplication");
  expect(closed).not.toHaveProperty("license");
});

test("a product without platforms is an Organization; only free products have an offer", async () => {
  const offers: unknown[] = [];
  for (const pricing of ["free", "paid", "freemium"]) {
    await server.store.write(async ({ $client }) => {
      $client.run("UPDATE companies SET pricing = ?, plans = '[]', license = NULL WHERE name = 'Lumenroll'", [pricing]);
    });
    offers.push(ofType(await shared("/listings/lumenroll"), "SoftwareApplication")[0]!.offers ?? null);
  }
  expect(offers).toEqual([{ "@type": "Offer", price: 0, priceCurrency: "EUR" }, null, null]);
  await server.store.write(async ({ $client }) => {
    $client.run("UPDATE companies SET platforms = '[]' WHERE name = 'Lumenroll'");
  });
  const page = await shared("/listings/lumenroll");
  expect(page.records.map((record) => record["@type"])).toEqual(["Organization", "BreadcrumbList", "FAQPage"]);
});

test("home page and story have WebSite, ItemList and Article records", async () => {
  const front = await shared("/");
  const { items } = (await server.call("get_launch_week", { week: "current" })).body;
  const names = ofType(front, "ItemList")[0]!.itemListElement.map(({ name, url }: Json) => [name, url]);
  expect(names.length).toBeGreaterThan(0);
  expect(names).toEqual(items.map(({ name, slug }: Json) => [name, `${server.url}/listings/${slug}`]));
  expect(ofType(front, "WebSite")[0]).toMatchObject({ name: "Slipway", url: `${server.url}/` });
  const story = await shared("/listings/lumenroll/story");
  expect(ofType(story, "Article")[0]).toMatchObject({
    headline: story.tags["og:title"],
    url: story.canonical,
    author: [{ "@type": "Person" }],
    about: { name: "Lumenroll", url: `${server.url}/listings/lumenroll` },
  });
  expect(story.tags["og:type"]).toBe("article");
});

test("Open Graph tags have title, summary and image of the listing", async () => {
  const { body } = await server.call("get_listing", { slug: "tidepad" });
  const { tags, canonical } = await shared("/listings/tidepad");
  expect(canonical).toBe(`${server.url}/listings/tidepad`);
  expect(tags).toMatchObject({
    "og:type": "website",
    "og:site_name": "Slipway",
    "og:title": body.name,
    "og:description": body.summary,
    "og:url": canonical!,
    "og:image": `${canonical}/share.png`,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": `${body.name}: ${body.headline}`,
  });
  expect((await shared("/updates")).tags["og:image"]).toBe(`${server.url}/share.png`);
});

test("texts cannot close the script element, and javascript: URLs are left out", async () => {
  const attack = `</script><script>document.title="owned"</script><!--<script>&\u2028"\\`;
  await server.store.write(async ({ $client }) => {
    $client.run(
      "UPDATE companies SET name = ?1, socials = json_object('x', 'javascript:alert(1)', 'github', 'https://github.com/stillup') WHERE id = (SELECT company_id FROM listings WHERE slug = 'stillup')",
      [attack],
    );
    $client.run(
      "UPDATE listings SET headline = ?1, summary = ?1, faqs = json_array(json_object('question', ?1, 'answer', ?1)) WHERE slug = 'stillup'",
      [attack],
    );
  });
  const text = await (await fetch(`${server.url}/listings/stillup`)).text();
  expect(text.match(/<script(?! type="module")/g)).toHaveLength(3);
  expect(text.match(/<\/script/g)).toHaveLength(4);
  const page = await shared("/listings/stillup");
  expect(page.records[0]).toMatchObject({ name: attack, sameAs: ["https://github.com/stillup"] });
  expect(page.records[2]!.mainEntity[0].acceptedAnswer.text).toBe(attack);
});

test("lists have breadcrumbs and an ItemList in the order of the page", async () => {
  const lists: [string, ...string[]][] = [
    ["/categories/media", "Categories"],
    ["/leaderboards/community-weekly", "Leaderboards"],
    ["/launches/current", "Launches"],
    ["/awards"],
    ["/founders"],
    ["/categories"],
    ["/blog"],
    ["/leaderboards"],
  ];
  for (const [path, ...above] of lists) {
    const page = await shared(path);
    const [way] = ofType(page, "BreadcrumbList");
    const steps = way!.itemListElement;
    expect([path, steps.slice(1, -1).map(({ name }: Json) => name)]).toEqual([path, above]);
    expect([path, steps.at(-1).item]).toEqual([path, page.canonical]);
    const html = await (await fetch(server.url + path)).text();
    const places = ofType(page, "ItemList")[0]!.itemListElement.map(({ url }: Json) =>
      html.indexOf(`href="${url.replace(server.url, "")}"`, html.indexOf("<main")),
    );
    expect([path, places.length > 0, places.includes(-1)]).toEqual([path, true, false]);
    // /leaderboards links each leaderboard twice, and a product may have several awards.
    if (path !== "/leaderboards" && path !== "/awards")
      expect([path, places]).toEqual([path, places.toSorted((a: number, b: number) => a - b)]);
  }
});
