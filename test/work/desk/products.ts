/** Invented products, honest and spam, with the websites that the crawler reads. The same seed gives the same products. */

export const spamKinds = ["copy", "lookalike", "words", "dead", "network", "drip"] as const;
export type Kind = "honest" | (typeof spamKinds)[number];

export interface Product {
  /** What the product really is. The simulated team never sees it. */
  kind: Kind;
  name: string;
  url: string;
  headline: string;
  text: string[];
  /** Whether the website is down, parked or up. */
  site: "up" | "down" | "parked";
  /** Where the owner signs up from. */
  address: string;
}

export const deniedWords = ["casino", "free followers", "replica watches", "payday loan", "miracle pills"];

const words: Record<string, string[]> = {
  syllable:
    "ka lo mi ten vor sel ran du pex ni tal bro fen qui zor hal mu sted wil gan pry tor lex va den cho rik pal sun ber nor fa gro yel dra cas per tin hol mar".split(
      " ",
    ),
  first:
    "river stone bright quiet amber cedar north swift clear lunar maple open paper proud rapid silver solid tidy urban vivid warm blue green copper field garden harbour iron kind lively mellow noble ocean plain prime royal sharp simple smart steady still sunny true wild winter young ember frost granite hazel ivory jade lemon marble olive pearl".split(
      " ",
    ),
  second:
    "desk ledger note board flow track mail plan book stack form sheet sync list chart draft bench shelf store guard watch link path point port gate bridge lane line loop map mark mill nest pad park pilot pipe press proof quest rack room route scope seat shift shop sign spot team timer tool trail vault view ward works yard".split(
      " ",
    ),
  thing:
    "invoices bookings recipes leases shifts photos albums backups timesheets parcels grants applications lessons stock counts minutes meetings contracts playlists sensors readings labels taxes forms tickets queues fields surveys translations".split(
      " ",
    ),
  user: "dentists choirs plumbers bakeries schools freelancers libraries farmers clinics cyclists landlords studios museums teachers growers cafés archivists nurses builders charities".split(
    " ",
  ),
  verb: "sorts prints imports checks shares archives schedules counts labels merges exports compares signs encrypts summarises translates tracks groups renders reviews".split(
    " ",
  ),
  quality:
    "without a spreadsheet|from a phone|in one evening|offline|with two clicks|on your own server|for a whole season|across three time zones|in plain language|with a full history|under one login|before the deadline|with no training|from any browser|at night".split(
      "|",
    ),
};
const sentences = [
  "{name} {verb} {thing} {quality}, and {user} see the result at once.",
  "Every week it {verb} {thing} and {verb} {thing} for {user}.",
  "A helper for {user} who want their {thing} {quality}.",
  "Old {thing} stay readable: {name} {verb} them {quality}.",
  "It {verb} {thing}, {verb} {thing} and works {quality}.",
  "Teams of {user} and {user} share {thing} {quality}.",
];

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
const cyrillic: Record<string, string> = { a: "а", e: "е", o: "о", p: "р", c: "с", i: "і" };

/** Spellings that look like a name: another script, digits, a capital I, or “rn” for “m”. */
const lookalikes: ((name: string) => string)[] = [
  (name) => name.replace(/[aeopci]/, (letter) => cyrillic[letter]!),
  (name) => name.replace(/(?<=.)o/, "0"),
  (name) => name.replace(/(?<=.)l/, "I"),
  (name) => name.replace(/(?<=.)m/, "rn"),
];

export function productsFrom(random: () => number) {
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const hosts = new Set<string>();
  let networks = 0;
  /** An address of its own network. */
  const address = () => `10.${(++networks >> 8) & 255}.${networks & 255}.${1 + Math.floor(random() * 250)}`;

  function hostFor(name: string): string {
    const base = name.toLowerCase().replace(/[^a-z0-9]/g, "") || "site";
    for (let n = 0; ; n++) {
      const host = `${base}${n || ""}.${n < 5 ? one(["example", "test"]) : "example"}`;
      if (!hosts.has(host) && hosts.add(host)) return host;
    }
  }

  const filled = (template: string, name: string) =>
    template.replace(/\{(\w+)\}/g, (_, kind) => (kind === "name" ? name : one(words[kind]!)));
  const textFor = (name: string, length: number) => Array.from({ length }, () => filled(one(sentences), name));

  function clean(kind: Kind, from = address()): Product {
    const pattern = random() < 0.3 ? one(["{first}{second}", "{first} {second}"]) : "{syllable}{syllable}{syllable}";
    const name = capital(filled(pattern, ""));
    const text = textFor(name, 4 + Math.floor(random() * 4));
    const headline = capital(filled("{thing} for {user} {quality}", name));
    return { kind, name, url: `https://${hostFor(name)}`, headline, text, site: "up", address: from };
  }

  function copyOf({ name, headline, text }: Product): Product {
    const copied = one([name, `${name} App`, `Get ${name}`, name.toUpperCase()]);
    const changed = text.map((sentence, i) => (i === 0 ? sentence.replace(name, copied) : sentence));
    return {
      ...{ kind: "copy", name: copied, headline, text: changed, site: "up", address: address() },
      url: `https://${hostFor(`${name}-${one(["app", "hq", "get", "online"])}`)}`,
    };
  }

  function lookalikeOf({ name, headline, text }: Product): Product {
    const spelled = lookalikes.map((spell) => spell(name)).filter((other) => other !== name);
    const own = one(spelled.length > 0 ? spelled : [`${name}.`]);
    const rewritten = [...text.slice(0, Math.ceil(text.length / 2)), ...textFor(own, 2)];
    return {
      ...{ kind: "lookalike", name: own, headline, text: rewritten, site: "up", address: address() },
      url: `https://${hostFor(`${name}${one(["login", "official", "pro"])}`)}`,
    };
  }

  function withWords(): Product {
    const product = clean("words");
    const word = one(deniedWords);
    const spelled = one([word, word.toUpperCase(), word.replace("a", "а"), word.replace("o", "0")]);
    return { ...product, text: [`The best ${spelled} of the year, now with a bonus.`, ...product.text] };
  }

  return {
    honest: (from?: string) => clean("honest", from),
    /** @param known honest products that are public or wait for their launch */
    spam(kind: (typeof spamKinds)[number], known: readonly Product[], network: string): Product {
      if (kind === "copy") return copyOf(one(known));
      if (kind === "lookalike") return lookalikeOf(one(known));
      if (kind === "words") return withWords();
      if (kind === "dead") return { ...clean("dead"), site: one(["down", "parked"]) };
      return clean(kind, kind === "network" ? `${network}.${1 + Math.floor(random() * 250)}` : undefined);
    },
    one,
  };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The home page of a product. */
export function pageOf({ name, headline, text, site }: Product): string {
  if (site === "parked") return "<title>Parked</title><h1>This domain is for sale</h1><p>Buy this domain today.</p>";
  return `<!doctype html><html lang="en"><title>${escaped(name)} – ${escaped(headline)}</title>
<meta property="og:site_name" content="${escaped(name)}"><meta name="description" content="${escaped(text[0]!)}">
<h1>${escaped(headline)}</h1>${text.map((sentence) => `<p>${escaped(sentence)}</p>`).join("\n")}`;
}
