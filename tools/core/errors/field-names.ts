import * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import { closestMatch, letters } from "../text/closest-match.ts";

/** Other names for our fields. From each list of fields, we suggest the first one that the operation has. */
const otherNames: [fields: string[], words: string][] = [
  [["q"], "query search searchquery searchterm searchtext term terms keyword keywords text words name title"],
  [["per_page", "limit", "top", "per_section"], "limit count size pagesize max maxresults n num top results first"],
  [["page"], "offset start cursor pagenumber skip"],
  [["slugs"], "slug listing listings product products items ids names"],
  // An id never stands for another kind of id: an assistant that follows the hint would change another record.
  [["slug", "listing"], "slug name listing product company founder category post id key item identifier"],
  [["listing_id"], "listing listingid"],
  [["draft_id", "id"], "draft draftid"],
  [["url"], "website address link homepage domain site"],
  [["fields"], "changes updates values data draft"],
  [["email"], "mail address to invitee cofounder"],
  [["week", "period"], "week period date month launchweek when"],
  [["category", "categories"], "category categories topic topics"],
  [["tag", "tags"], "label labels"],
  [["launched_since"], "since launchedafter after from newsince"],
  [["updated_since"], "since updatedafter modifiedsince changedsince"],
  [["min_dr"], "dr rating domainrating minrating"],
  [["sort"], "order orderby sortby ordering"],
  [["platform", "platforms"], "os device"],
  [["pricing"], "price cost plan"],
];
const synonyms = otherNames.map(([fields, words]) => ({ fields, words: new Set(words.split(" ")) }));

export function suggestField(name: string, fields: readonly string[]): string | null {
  const lettersOfName = letters(name);
  const sameLetters = fields.find((field) => letters(field) === lettersOfName);
  if (sameLetters !== undefined) return sameLetters;
  const word = lettersOfName.replace(/[^a-z]+/g, "");
  for (const synonym of synonyms)
    if (synonym.words.has(word)) {
      const suggestion = synonym.fields.find((field) => fields.includes(field));
      if (suggestion !== undefined) return suggestion;
    }
  return closestMatch(name, fields);
}

export function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const found = path.reduce<z.core.$ZodType | undefined>((node, key) => {
    const inner = unwrapped(node);
    if (inner instanceof z.ZodArray) return inner.element;
    return inner instanceof z.ZodObject ? lookup<z.core.$ZodType>(inner.shape, String(key)) : undefined;
  }, schema);
  const object = unwrapped(found);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap())
    : schema;
}
