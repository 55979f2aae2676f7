import { expect, test } from "bun:test";
import fc from "fast-check";
import { compounds, filterToken, fold, marks, searchDocument, stem, wholeName, words } from "./search-text.ts";

const anyText = () => fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.string());

test.each([
  ["Café CAFÉ cafe\u0301", "cafe cafe cafe"],
  ["Ångström Łódź Straße smørrebrød", "angstrom lodz strasse smorrebrod"],
  ["ŒUVRE Æther Đà Işık", "oeuvre aether da isik"],
  ["ﬁle ① ＡＢＣ", "file 1 abc"],
  ["Ελλάδα Ёлка", "ελλαδα елка"],
])("folds case, accents and letter variants: %s", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test("folding is idempotent", () => {
  fc.assert(fc.property(anyText(), (text) => expect(fold(fold(text))).toBe(fold(text))));
});

test("words are runs of letters and digits", () => {
  expect(words("Self-hosted, C++ & (Node.js) v2!")).toEqual(["self", "hosted", "c", "node", "js", "v2"]);
  expect(words("-- !? …")).toEqual([]);
});

test("scripts without spaces: pairs of neighbouring characters, separate from other scripts", () => {
  expect(words("照片备份")).toEqual(["照片", "片备", "备份"]);
  expect(words("照片")).toEqual(["照片"]);
  expect(words("Immich相册app")).toEqual(["immich", "相册", "app"]);
  expect(words("写真バックアップ")).toContain("クア");
});

test("very long word: cut at a whole character", () => {
  const [word] = words("𝔞".repeat(10) + "ab".repeat(500));
  expect(word!.length).toBeLessThanOrEqual(64);
  expect(words("𞤀".repeat(400))[0]!.isWellFormed()).toBeTrue();
});

test("tokens contain no marks, no query syntax and no spaces", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      for (const token of [...words(text), ...compounds(text)]) expect(token).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      expect(wholeName(text)).toMatch(/^[\p{L}\p{N}\p{M}]*$/u);
      expect(filterToken("tag", text)).toMatch(/^\uE004t[\p{L}\p{N}\p{M}\uE00F]*$/u);
    }),
  );
});

test("hyphenated words are also one word", () => {
  expect(compounds("Self-hosted e-mail for draw.io, not a - b")).toEqual(["selfhosted", "email", "drawio"]);
});

const families = [
  ["movie", "movies"],
  ["box", "boxes"],
  ["gallery", "galleries"],
  ["image", "images"],
  ["cache", "caches"],
  ["class", "classes"],
  ["photo", "photos"],
  ["cookie", "cookies"],
  ["track", "tracking", "tracked", "tracks"],
  ["schedule", "scheduling", "scheduled", "schedules"],
  ["monitor", "monitoring", "monitors"],
  ["blog", "blogging", "blogs"],
  ["map", "mapping", "maps"],
  ["embed", "embedded"],
];
test.each(families.map((forms) => ({ forms })))("$forms have one stem", ({ forms }) => {
  expect(new Set(forms.map(stem)).size).toBe(1);
});

test.each([
  ["news", "new"],
  ["notes", "not"],
  ["canvas", "canva"],
  ["status", "statu"],
  ["string", "str"],
  ["redis", "redi"],
  ["speed", "spe"],
  ["king", "k"],
])("%s is not taken for a form of %s", (word, other) => {
  expect(stem(word)).not.toBe(stem(other));
});

test("whole name: the same for all spellings", () => {
  for (const name of ["PhotoPrism", "photo prism", "Photo-Prism", "PHOTO.PRISM"])
    expect(wholeName(name)).toBe("photoprism");
});

test("filter values: signs make a difference; case, accents, spaces and hyphens do not", () => {
  const token = (value: string) => filterToken("platform", value);
  expect(new Set(["C", "C++", "C#", "C+", ".C"].map(token)).size).toBe(5);
  expect(new Set(["Self-hosted", "self hosted", "SELF_HOSTED", " self-hosted "].map(token)).size).toBe(1);
  expect(token("Café")).toBe(token("cafe"));
  expect(filterToken("tag", "web")).not.toBe(token("web"));
});

test("document: marks tell where a word occurs", () => {
  const document = searchDocument({
    siteId: 7,
    name: "Photo Prism",
    headline: "One two three four five six seven backups",
    summary: "Albums",
    categories: [{ id: 3, name: "Galleries", parentId: 2 }],
    tags: ["C++"],
    platforms: ["Docker"],
    pricing: "open-source",
    verified: true,
    launchWeek: "2026-W47",
    launchedAt: "2026-11-16T00:00:00.000Z",
    rating: 0,
    updatedAt: "2026-11-18T12:00:00.000Z",
    facts: {
      license: "(MIT OR GPL-2.0-or-later WITH Classpath-exception-2.0) AND Apache-2.0+",
      self_hosted: "no",
      api_url: "https://example.org/api",
      mcp_url: null,
      sso: "paid",
      languages: ["pt-BR"],
      plans: [
        { price: 0, currency: "EUR", per: "month" },
        { price: 1201, currency: "EUR", per: "year" },
      ],
    },
  }).split(" ");
  const { name, lead, heading, wholeName: whole } = marks;
  expect(document).toContain(`${whole}photoprism`);
  for (const mark of ["", name, lead, heading]) expect(document).toContain(`${mark}prism`);
  for (const mark of ["", lead, heading]) expect(document).toContain(`${mark}seven`);
  expect(document).not.toContain(`${lead}backups`);
  for (const token of [`${heading}backup`, "backups", "album", "gallery", "docker", "opensource", "source"])
    expect(document).toContain(token);
  expect(document).not.toContain(`${heading}album`);
  for (const token of [
    filterToken("site", 7),
    filterToken("category", 3),
    filterToken("category", 2),
    filterToken("tag", "c++"),
    filterToken("verified", "yes"),
    filterToken("week", "2026-W47"),
    filterToken("week", "2026"),
    filterToken("launched", "2026-11-16"),
    filterToken("rating", 0),
    filterToken("updated", "2026"),
    filterToken("updated", "2026-11"),
    filterToken("updated", "2026-11-18"),
    ...["MIT", "GPL-2.0-or-later", "Apache-2.0"].map((id) => filterToken("license", id)),
    filterToken("self_hosted", "no"),
    filterToken("has_api", "yes"),
    ...["pt", "pt-BR"].map((code) => filterToken("language", code)),
    filterToken("free_plan", "yes"),
    ...["EUR", "EUR0000000", "EUR0000000101"].map((price) => filterToken("price_max", price)),
  ])
    expect(document).toContain(token);
  for (const token of [filterToken("license", "Classpath-exception-2.0"), filterToken("has_mcp", "yes")])
    expect(document).not.toContain(token);
});
