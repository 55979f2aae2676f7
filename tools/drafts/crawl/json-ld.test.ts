import { expect, test } from "bun:test";
import { readJsonLd } from "./json-ld.ts";

const types = (...scripts: string[]) => readJsonLd(scripts).map((thing) => thing["@type"].join("+"));

test("graphs, lists and nested items: flattened; parts stay in place", () => {
  const things = readJsonLd([
    JSON.stringify({
      "@context": "https://schema.org",
      "@graph": [
        {
          "@type": "https://schema.org/Organization",
          name: " Acme ",
          address: { "@type": "PostalAddress", city: "Ulm" },
        },
        { "@type": ["SoftwareApplication", "schema:Product"], offers: { "@type": "Offer", price: 9, free: false } },
      ],
    }),
    JSON.stringify([{ "@type": "FAQPage", mainEntity: [{ "@type": "Question", name: "Why?" }] }]),
  ]);
  expect(things).toEqual([
    { "@type": ["Organization"], name: "Acme", address: { "@type": ["PostalAddress"], city: "Ulm" } },
    { "@type": ["SoftwareApplication", "Product"], offers: { "@type": ["Offer"], price: 9, free: false } },
    { "@type": ["Offer"], price: 9, free: false },
    { "@type": ["FAQPage"], mainEntity: [{ "@type": ["Question"], name: "Why?" }] },
  ]);
});

test("comment and CDATA wrappers and line breaks in strings: accepted", () => {
  expect(types('<!-- {"@type":"Product"} -->')).toEqual(["Product"]);
  expect(types('//<![CDATA[\n{"@type":"Product"}\n//]]>')).toEqual(["Product"]);
  expect(types('/* <![CDATA[ */ {"@type":"Product"} /* ]]> */')).toEqual(["Product"]);
  expect(types('{"@type":"Product","name":"a\nb"};')).toEqual(["Product"]);
});

test("invalid items: left out, others kept", () => {
  expect(types('{"@type":"Product",}', "", "null", '"text"', '{"@type":5}', '{"@type":"Offer"}')).toEqual(["Offer"]);
});

test("very large or deep JSON-LD: limited", () => {
  const many = JSON.stringify(Array.from({ length: 3000 }, () => ({ "@type": "Product" })));
  expect(types(many)).toHaveLength(100);
  expect(types("[".repeat(200_000) + "]".repeat(200_000))).toEqual([]);
  let nested: object = { "@type": "Deepest" };
  for (let depth = 0; depth < 100; depth++) nested = { "@type": "Thing", part: nested };
  expect(types(JSON.stringify(nested))).not.toContain("Deepest");
  expect(readJsonLd(['{"@type":"Thing","__proto__":{"isAdmin":true}}'])[0]).not.toHaveProperty("isAdmin");
  const [long] = readJsonLd([JSON.stringify({ "@type": "Thing", name: "x".repeat(9000) })]);
  expect(long!.name).toHaveLength(5000);
});
