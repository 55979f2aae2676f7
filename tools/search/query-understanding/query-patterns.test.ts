import { expect, test } from "bun:test";
import { possiblyReplaced, queryIntentOf, readingsOf, requirementsOf } from "./query-patterns.ts";

test.each([
  ["trello alternative", "trello"],
  ["alternatives to google photos", "google photos"],
  ["best open source alternative to notion?", "notion"],
  ["something like evernote", "evernote"],
  ["apps like joplin", "joplin"],
  ["replacement for sendmail", "sendmail"],
  ["instead of slack", "slack"],
  ["Alternative zu Dropbox", "dropbox"],
  ["Was ist die beste Alternative zu Google Analytics", "google analytics"],
  ["Ersatz für Skype", "skype"],
  ["alternative à zoom", "zoom"],
  ["Quelle est la meilleure alternative à Trello ?", "trello"],
  ["logiciel comme photoshop", "photoshop"],
  ["alternativa a slack", "slack"],
  ["¿Cuál es la mejor alternativa a Trello?", "trello"],
  ["en lugar de gmail", "gmail"],
  ["alternativa ao google drive", "google drive"],
  ["qual a melhor alternativa para o zoom", "o zoom"],
])("%p asks for what replaces %p", (query, target) => {
  expect(queryIntentOf(requirementsOf(query).q)).toEqual({ kind: "replacing", targets: [target] });
});

test("two products: comparing or choosing", () => {
  expect(queryIntentOf("Plex vs. Jellyfin")).toEqual({ kind: "comparing", targets: ["plex", "jellyfin"] });
  expect(queryIntentOf("plex or jellyfin")).toEqual({ kind: "choosing", targets: ["plex", "jellyfin"] });
});

test("a replaced product with further conditions can be read in several ways, the longest first", () => {
  const readings = (query: string) => readingsOf(queryIntentOf(query)!.targets[0]!, query);
  expect(readings("alternative to plex without subscription")).toEqual([
    { target: "plex without subscription", also: "" },
    { target: "plex", also: "without subscription" },
  ]);
  expect(readings("notion alternative that can sync")).toEqual([{ target: "notion", also: "that can sync" }]);
  expect(readings("music for airports alternative")[0]!.target).toBe("music for airports");
});

test("in other languages, any run of words may be the replaced product", () => {
  expect(possiblyReplaced("аналог Google Photos")).toContain("google photos");
  expect(possiblyReplaced("Trello yerine")).toEqual(["trello"]);
  expect(possiblyReplaced("trello board")).toEqual([]);
});

test("a short name may be a product, a long sentence is not", () => {
  expect(queryIntentOf("airtable")).toEqual({ kind: "naming", targets: ["airtable"] });
  expect(queryIntentOf("google photos")).toEqual({ kind: "naming", targets: ["google photos"] });
  expect(queryIntentOf("where do I write down what I eat")).toBeNull();
});

test.each([
  ["not self-hosted photo backup", "photo backup", { field: "self_hosted", value: "no" }],
  ["photo backup that is not self-hosted", "photo backup that is", { field: "self_hosted", value: "no" }],
  ["wiki ohne Selbsthosting", "wiki", { field: "self_hosted", value: "no" }],
  ["wiki without SSO", "wiki", { field: "sso", value: "false" }],
  ["crm with no free plan", "crm with", { field: "free_plan", value: "false" }],
])("%p asks for the opposite", (query, q, requirement) => {
  expect(requirementsOf(query)).toMatchObject({ q, requirements: [requirement], unmet: [] });
});

test.each([
  ["crm without an API", "crm", "without an api"],
  ["crm that is not open source", "crm that is", "not open source"],
  ["notes with no MCP server", "notes with", "no mcp server"],
  ["wiki, not free", "wiki,", "not free"],
  ["crm not under 5 euros", "crm", "not under 5 euros"],
  ["crm nicht unter 5 Euro", "crm", "nicht unter 5 euro"],
  ["crm, not GPL", "crm,", "not gpl"],
  ["crm not licensed under the AGPL", "crm", "not licensed under the agpl"],
  ["crm without GPL license", "crm", "without gpl license"],
  ["anything but MIT licensed crm", "crm", "anything but mit licensed"],
  ["crm not in German", "crm", "not in german"],
  ["crm hosted in the EU", "crm", "hosted in the eu"],
  ["crm EU hosting", "crm", "eu hosting"],
  ["crm with data in Germany", "crm with", "data in germany"],
  ["crm with servers located in Switzerland", "crm with", "servers located in switzerland"],
  ["CRM gehostet in Deutschland", "crm", "gehostet in deutschland"],
  ["crm hébergé en France", "crm", "heberge en france"],
  ["not GPL", "", "not gpl"],
])("%p: no filter can exclude this", (query, q, unmet) => {
  expect(requirementsOf(query)).toEqual({ q, requirements: [], unmet: [unmet] });
});

test.each([
  ["open source crm", "crm", "open-source"],
  ["best self-hosted photo app", "best photo app", "yes"],
  ["Notion alternative that can be self-hosted", "notion alternative that can be", "yes"],
  ["free podcast hosting", "podcast hosting", "free"],
  ["podcast hosting for free", "podcast hosting", "free"],
  ["is there a free wiki", "is there a wiki", "free"],
  ["kostenlose Projektverwaltung", "projektverwaltung", "free"],
  ["開源筆記", "筆記", "open-source"],
  ["бесплатная CRM", "crm", "free"],
])("%p asks for %p with the requirement %p", (query, q, value) => {
  const read = requirementsOf(query);
  expect(read.q).toBe(q);
  expect(read.requirements.map((requirement) => requirement.value)).toEqual([value]);
});

test.each([
  ["crm under €20", "crm", "price_max", "2000 EUR"],
  ["crm below $10 a month", "crm", "price_max", "1000 USD"],
  ["crm for less than 5 euros", "crm", "price_max", "500 EUR"],
  ["crm under 12.50 GBP", "crm", "price_max", "1250 GBP"],
  ["crm under 1000 yen or 500 JPY", "crm under 1000 yen or 500 jpy", undefined, undefined],
  ["crm up to 500 jpy", "crm", "price_max", "500 JPY"],
  ["crm under 100 euros a year", "crm", "price_max", "834 EUR"],
  ["CRM unter 20 Euro im Monat", "crm", "price_max", "2000 EUR"],
  ["crm à moins de 20 €", "crm a", "price_max", "2000 EUR"],
  ["up to 10 top crm tools", "up to 10 top crm tools", undefined, undefined],
  ["crm for teams under 20 people", "crm for teams under 20 people", undefined, undefined],
  ["crm with an API", "crm", "has_api", "true"],
  ["crm mit API", "crm", "has_api", "true"],
  ["api gateway", "api gateway", undefined, undefined],
  ["crm with MCP", "crm", "has_mcp", "true"],
  ["crm with an mcp server", "crm", "has_mcp", "true"],
  ["postgres mcp server", "postgres", "has_mcp", "true"],
  ["mcp server for postgres", "mcp server for postgres", undefined, undefined],
  ["crm with a free plan", "crm with a", "free_plan", "true"],
  ["MIT licensed crm", "crm", "license", "MIT"],
  ["crm under AGPL", "crm", "license", "AGPL"],
  ["gpl v3 crm", "crm", "license", "GPL-3.0"],
  ["crm with apache 2.0 license", "crm with", "license", "Apache-2.0"],
  ["unlicensed crm", "unlicensed crm", undefined, undefined],
  ["crm in German", "crm", "language", "de"],
  ["CRM auf Deutsch", "crm", "language", "de"],
  ["crm en français", "crm", "language", "fr"],
  ["learn german", "learn german", undefined, undefined],
  ["MIT licensed crm, not GPL", "crm,", "license", "MIT"],
  ["crm self hosted in Germany", "crm in germany", "self_hosted", "yes"],
  ["web hosting", "web hosting", undefined, undefined],
  ["data in spreadsheets", "data in spreadsheets", undefined, undefined],
])("%p asks for %p with %p %p", (query, q, field, value) => {
  const read = requirementsOf(query);
  expect(read.q.toLowerCase()).toBe(q);
  expect([read.requirements[0]?.field, read.requirements[0]?.value]).toEqual([field, value] as never);
  expect(read.requirements.length).toBe(field === undefined ? 0 : 1);
});

test("several requirements, and words that only look like one", () => {
  expect(requirementsOf("free open source crm").requirements.map(({ text }) => text)).toEqual(["open source", "free"]);
  for (const q of ["open source", "photo app", "Wiki.js", "distraction-free editor", "ad free radio", "freedom"])
    expect(requirementsOf(q)).toEqual({ q, requirements: [], unmet: [] });
  expect(requirementsOf("comment partager des fichiers").q).toBe("partager des fichiers");
  expect(requirementsOf("comment system").q).toBe("comment system");
});

test("long texts are analysed quickly", () => {
  for (const part of ["the best ", "alternative to ", "open source ", "a or ", "comment "])
    expect(() => {
      const { q } = requirementsOf(part.repeat(200).slice(0, 200));
      const intent = queryIntentOf(q);
      if (intent?.kind === "replacing") readingsOf(intent.targets[0]!, q);
    }).not.toThrow();
});
