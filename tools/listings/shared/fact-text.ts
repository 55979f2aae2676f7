import { type FactName, type FactSource, factNames, listingFields } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { planPrice, planText, withNotes } from "../../core/text/plan-text.ts";
import { day } from "../../core/text/text.ts";
import { languageName, proprietary, regionName } from "./formats.ts";
import type { PublicListing } from "./records.ts";

type Sourced = Pick<PublicListing, "plans" | "fact_sources" | "verified">;
type Listing = Pick<PublicListing, FactName> & Sourced;
type SingleName = Exclude<FactName, "plans">;

const answers = { yes: "Yes", no: "No", paid: "Only in some plans", [proprietary]: "Proprietary" };
export const answerText = (value: string): string => lookup(answers, value) ?? value;

/** The values of a fact as people read them; empty if the fact is unknown. */
export function factValues(listing: Listing, name: SingleName): { text: string; url?: string | null }[] {
  switch (name) {
    case "license":
    case "self_hosted":
    case "sso": {
      const value = listing[name];
      return value === null ? [] : [{ text: answerText(value) }];
    }
    case "repository":
    case "api_url":
    case "mcp_url": {
      const url = listing[name];
      return url === null ? [] : [{ text: url, url }];
    }
    case "data_regions":
      return listing.data_regions.map((code) => ({ text: regionName(code) }));
    case "languages":
      return listing.languages.map((code) => ({ text: languageName(code) }));
    case "certifications":
      return listing.certifications.map(({ name, url }) => ({ text: name, url }));
    case "alternative_to":
      return listing.alternative_to.map((text) => ({ text }));
  }
}

/** The facts other than plans. */
export const singleFacts = factNames.filter((name) => name !== "plans");

/** The facts that every product has. Some products have no repository, API or certifications. */
export const expectedFacts: FactName[] = ["plans", "license", "self_hosted", "sso", "data_regions", "languages"];

export const isUnknown = (listing: Listing, name: FactName): boolean =>
  name === "plans" ? listing.plans.length === 0 : factValues(listing, name).length === 0;

const authorWords: Record<FactSource["by"], string> = {
  site: "its website",
  owner: "the owner",
  import: "an import",
  team: "our team",
};

/** The author of a fact. A product whose ownership is not verified may have been submitted by anyone. */
export const authorOf = (by: FactSource["by"], { verified }: Pick<Sourced, "verified">): string =>
  by === "owner" && verified.status === "unverified" ? "the submitter" : authorWords[by];

/** The sources of a fact with their days, such as `the owner, 2026-11-24`. */
export const sourceWords = (listing: Sourced, name: FactName): string[] =>
  sourcesOf(listing, name).map((source) => wordsOf(source, listing));

const wordsOf = ({ url, by, confirmed, checked_at }: FactSource, listing: Sourced): string =>
  `${url ?? authorOf(by, listing)}, ${confirmed ? "" : "unconfirmed since "}${day(checked_at)}`;

/** Numbers the sources, so that one that many facts share costs few tokens. */
export function numberedSources(from: readonly string[]) {
  const sources = [...new Set(from)];
  const numbersOf = (of: readonly string[]) => [...new Set(of.map((words) => sources.indexOf(words) + 1))];
  return { sources, numbersOf };
}

/** Numbered sources in text, where a single one needs no number. */
export function sourceNotes(sources: readonly string[]) {
  const isSingle = sources.length === 1;
  const list = sources.map((source, i) => `[${i + 1}] ${source}`).join("; ");
  return {
    noteOf: (numbers: readonly number[] = []) => (isSingle ? "" : numbers.map((number) => `[${number}]`).join("")),
    line: sources.length > 0 && (isSingle ? `Source of all facts: ${list.slice("[1] ".length)}` : `Sources: ${list}`),
  };
}

/** The sources of a fact. Each plan has its own. */
export const sourcesOf = (listing: Pick<Sourced, "plans" | "fact_sources">, name: FactName): FactSource[] =>
  name === "plans" ? listing.plans.flatMap(({ source }) => source ?? []) : [listing.fact_sources[name] ?? []].flat();

/** A fact in one line, or null if it is unknown. */
export function factText(listing: Listing, name: FactName): string | null {
  const texts = name === "plans" ? listing.plans.map(planText) : factValues(listing, name).map(({ text }) => text);
  return texts.length === 0 ? null : texts.join(name === "plans" ? "; " : ", ");
}

/** The known facts for assistants. Facts with the same source are in one line, which ends with the source. */
export function factLines(listing: Listing): string[] {
  const sourceText = (source: FactSource | null | undefined) =>
    source ? ` (source: ${wordsOf(source, listing)})` : "";
  const entries = [
    ...listing.plans.map((plan) => ({
      text: withNotes(`Plan ${plan.name}: ${planPrice(plan)}`, plan.free_limits, plan.url),
      source: sourceText(plan.source),
    })),
    ...singleFacts.flatMap((name) => {
      const values = factValues(listing, name).map(({ text, url }) => withNotes(text, url !== text ? url : null));
      if (values.length === 0) return [];
      const text = `${listingFields[name].label}: ${values.join(", ")}`;
      return { text, source: sourceText(listing.fact_sources[name]) };
    }),
  ];
  const groups = Map.groupBy(entries, ({ source }) => source);
  return [...groups].map(([source, facts]) => `${facts.map(({ text }) => text).join(" · ")}${source}`);
}
