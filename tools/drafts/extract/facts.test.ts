import { expect, test } from "bun:test";
import { type Block, type Link, sourceOf } from "#test/support/fakes/crawled-page.ts";
import type { JsonLdThing } from "../shared/crawled-page.ts";
import { standsIn } from "../shared/quotes.ts";
import { findFacts } from "./facts.ts";
import { readSite } from "./read-site.ts";

function factsOf(blocks: Block[], links: Link[] = [], thing?: Record<string, unknown>, title = "Fernleaf") {
  const jsonLd = thing ? [{ "@type": ["SoftwareApplication"], ...thing } as JsonLdThing] : [];
  const source = sourceOf([
    {
      title,
      blocks: [["p", "Fernleaf keeps each note as a text file in a folder of your own."], ...blocks],
      links,
      jsonLd,
    },
  ]);
  const found = findFacts(readSite(source)!, "Fernleaf");
  for (const fact of Object.values(found))
    for (const { quote } of fact?.quotes ?? [])
      expect([quote, standsIn(source.pages[0]!, quote)]).toEqual([quote, true]);
  return Object.fromEntries(Object.entries(found).flatMap(([name, fact]) => (fact ? [[name, fact.value]] : [])));
}
const said = (...texts: string[]) => factsOf(texts.map((text): Block => ["p", text]));

test("license: from a statement, a link or JSON-LD", () => {
  for (const [text, license] of [
    ["Released under the MIT license.", "MIT"],
    ["Fernleaf is licensed under AGPL-3.0.", "AGPL-3.0-only"],
    ["Apache 2.0 licensed", "Apache-2.0"],
    ["License: GPLv3", "GPL-3.0-only"],
  ] as const)
    expect([text, said(text).license]).toEqual([text, license]);
  expect(factsOf([], [["https://forge.example/fernleaf", "MIT License"]]).license).toBe("MIT");
  expect(factsOf([], [], { license: "https://www.gnu.org/licenses/agpl-3.0.html" }).license).toBe("AGPL-3.0-only");
});

test("license: unknown without a version, for other things, or if the site states two", () => {
  for (const text of [
    "Licensed under the GPL license.",
    "Our SDKs are released under the MIT license.",
    "The documentation is licensed under Apache 2.0.",
    "Works with software under any license.",
  ])
    expect([text, said(text).license]).toEqual([text, undefined]);
  expect(said("Released under the MIT license.", "Licensed under Apache 2.0.").license).toBeUndefined();
});

test("repository: only the product's own", () => {
  const repositoryIn = (...urls: string[]) =>
    factsOf(
      [],
      urls.map((url): Link => [url, "GitHub"]),
    ).repository;
  expect(repositoryIn("https://github.com/Oda/Fernleaf/releases", "https://github.com/oda/fernleaf")).toBe(
    "https://github.com/Oda/Fernleaf",
  );
  expect(repositoryIn("https://codeberg.org/oda/fernleaf")).toBe("https://codeberg.org/oda/fernleaf");
  expect(repositoryIn("https://github.com/oven/bun", "https://github.com/fernleaf/docs")).toBeUndefined();
  expect(repositoryIn("https://github.com/a/fernleaf", "https://github.com/b/fernleaf")).toBeUndefined();
});

test("self-hosting: only if the site states that people can host the product", () => {
  for (const text of [
    "Self-hosted",
    "You can self-host it on any server.",
    "Fernleaf is open source and self-hostable.",
    "Use our cloud or self-hosted.",
    "Deploy on your own server in minutes.",
    "Available on-premises.",
  ])
    expect([text, said(text).self_hosted]).toEqual([text, "yes"]);
  for (const text of [
    "No self-hosting needed.",
    "Unlike self-hosted tools, Fernleaf needs no server.",
    "Works with self-hosted GitLab.",
    "Can I self-host it?",
    "A self-hosted version is planned.",
  ])
    expect([text, said(text).self_hosted]).toEqual([text, undefined]);
});

test("single sign-on: paid if only the last plan names it", () => {
  const plansWith = (...features: string[]): Block[] =>
    ["Solo", "Team"].flatMap((name, i): Block[] => [
      ["h3", name],
      ["p", `€${i + 1}9 / month`],
      ["li", features[i] ?? ""],
    ]);
  expect(factsOf(plansWith("Ten notes", "SAML single sign-on")).sso).toBe("paid");
  for (const features of [
    ["SSO", "Everything in Solo"],
    ["SSO", "SSO"],
    ["Ten notes", "No SSO"],
  ])
    expect([features, factsOf(plansWith(...features)).sso]).toEqual([features, undefined]);
});

test("API and MCP: from links to the product's own documentation and addresses of servers", () => {
  const links: Link[] = [
    ["https://docs.fernleaf.example/api", "API reference"],
    ["https://api.other.example/", "API"],
  ];
  expect(factsOf([], links).api_url).toBe("https://docs.fernleaf.example/api");
  expect(factsOf([], [["https://fernleaf.example/team", "Developers"]]).api_url).toBeUndefined();
  expect(said('{ "url": "https://mcp.fernleaf.example/mcp" }').mcp_url).toBe("https://mcp.fernleaf.example/mcp");
  expect(said("Connect https://api.other.example/mcp").mcp_url).toBeUndefined();
  expect(factsOf([], [["https://fernleaf.example/mcp", "MCP"]]).mcp_url).toBeUndefined();
});

test("data regions and languages: only in a statement", () => {
  for (const [text, regions] of [
    ["Your data is stored in the EU.", ["EU"]],
    ["All data is hosted exclusively in Germany.", ["DE"]],
    ["Serverstandort: Deutschland", ["DE"]],
    ["Data is stored in Switzerland and Germany.", ["CH", "DE"]],
    ["We have customers in Germany.", undefined],
    ["Your data is not stored in the United States.", undefined],
  ] satisfies [string, string[] | undefined][])
    expect([text, said(text).data_regions]).toEqual([text, regions]);
  expect(said("Available in English, German and French.").languages).toEqual(["en", "de", "fr"]);
  expect(said("Available in Stores and Online.").languages).toBeUndefined();
  expect(factsOf([], [], { inLanguage: ["en", "pt-BR"] }).languages).toEqual(["en", "pt-BR"]);
});

test("certifications: the product's own, not those of its host or those that it sells", () => {
  expect(
    factsOf([["p", "We are ISO 27001 certified."]], [["https://fernleaf.example/trust", "ISO 27001 report"]])
      .certifications,
  ).toEqual([{ name: "ISO 27001", url: "https://fernleaf.example/trust" }]);
  for (const text of [
    "Our data centres are ISO 27001 certified.",
    "Get SOC 2 compliant in weeks.",
    "Our hosting provider is ISO 27001 certified.",
  ])
    expect([text, said(text).certifications]).toEqual([text, undefined]);
});

test("alternative to: named products in the title, headings and links", () => {
  expect(factsOf([], [], undefined, "Fernleaf – The open source alternative to Notion").alternative_to).toEqual([
    "Notion",
  ]);
  expect(factsOf([["h2", "A Notion and Evernote alternative"]]).alternative_to).toEqual(["Notion", "Evernote"]);
  expect(factsOf([], [["https://fernleaf.example/vs-evernote", "Evernote alternative"]]).alternative_to).toEqual([
    "Evernote",
  ]);
  for (const title of [
    "The best alternative to spreadsheets",
    "The Open Source Alternative",
    "Fernleaf alternative",
    "A Better Alternative",
  ])
    expect([title, factsOf([], [], undefined, title).alternative_to]).toEqual([title, undefined]);
});

test("documents for programs: API documentation and MCP server", () => {
  const document = (name: string, content: object) => ({
    url: `https://fernleaf.example/.well-known/${name}`,
    jsonLd: [{ "@type": ["Document"], content }],
  });
  const factsWith = (...documents: ReturnType<typeof document>[]) => {
    const home = { blocks: [["p", "Fernleaf keeps each note as a text file in a folder of your own."]] as Block[] };
    const { api_url, mcp_url } = findFacts(readSite(sourceOf([home, ...documents]))!, "Fernleaf");
    return [api_url, mcp_url].map((fact) => fact && [fact.value, fact.quotes[0]!.url]);
  };
  const docs = "https://docs.fernleaf.example/api";
  const mcp = "https://fernleaf.example/mcp";
  const catalog = (href: string) => ({
    linkset: [{ anchor: "https://fernleaf.example/api", "service-doc": [{ href }] }],
  });
  expect(
    factsWith(
      document("api-catalog", catalog(docs)),
      document("mcp/server-card.json", { remotes: [{ type: "streamable-http", url: mcp }] }),
    ),
  ).toEqual([
    [docs, "https://fernleaf.example/.well-known/api-catalog"],
    [mcp, "https://fernleaf.example/.well-known/mcp/server-card.json"],
  ]);
  expect(factsWith(document("oauth-protected-resource", { resource: mcp }))[1]?.[0]).toBe(mcp);
  expect(
    factsWith(
      document("api-catalog", catalog("https://other.example/api")),
      document("oauth-protected-resource", { resource: "https://other.example/mcp" }),
    ),
  ).toEqual([null, null]);
  expect(factsWith(document("api-catalog", { linkset: "none" }))).toEqual([null, null]);
});
