import {
  type FieldName,
  fieldNames,
  fieldOf,
  isNullable,
  isProse,
  isText,
  type ListingField,
  type RowColumn,
  type ShownFields,
} from "../../schema/listing-fields.ts";

/** SQL that reads a listing's fields. It expects the aliases `c` for companies and `l` for listings. */

const stored = fieldNames.filter((name) => fieldOf[name].kind !== "special");
const shownIn = (place: ListingField["shown"]) => stored.filter((name) => fieldOf[name].shown === place);

const columnOf = (name: FieldName) => `${fieldOf[name].in === "companies" ? "c" : "l"}.${name}`;
const isJson = (name: FieldName) => ["list", "rows", "links"].includes(fieldOf[name].kind);
const jsonOf = (name: FieldName) => (isJson(name) ? `json(${columnOf(name)})` : columnOf(name));
const pairsOf = (names: readonly FieldName[]) => names.map((name) => `'${name}', ${jsonOf(name)}`).join(", ");

export const cardTexts = pairsOf(shownIn("card").filter((name) => isText(fieldOf[name])));
export const cardOthers = pairsOf(shownIn("card").filter((name) => !isText(fieldOf[name])));

export const [profileColumns, ownerColumns] = (["profile", "owner"] as const).map((place) =>
  shownIn(place)
    .map((name) => `${columnOf(name)} AS ${name}`)
    .join(", "),
);

export const profileJson = shownIn("profile").filter(isJson) as (keyof ShownFields<"profile">)[];

export const picturesColumn = (
  listingId: string,
) => `(SELECT json_group_array(json_object('hash', hash, 'alt', alt, 'width', width, 'height', height))
  FROM (SELECT * FROM listing_pictures WHERE listing_id = ${listingId} ORDER BY position))`;

/** The SQL for each field of an export, by the field's name. In an export, text is never null. */
export const exportedFields: Record<string, string> = Object.fromEntries(
  stored.map((name) => [
    name,
    isText(fieldOf[name]) && isNullable(fieldOf[name]) ? `ifnull(${columnOf(name)}, '')` : jsonOf(name),
  ]),
);

const scanned = stored.filter((name) => fieldOf[name].scanned);

/** The texts scanned by moderation, for a JSON object. */
export const scannedPairs = pairsOf(scanned);

const textsIn = (columns: Readonly<Record<string, RowColumn>>) =>
  Object.entries(columns)
    .filter(([, column]) => isProse(column))
    .map(([name]) => `ifnull(f.value ->> '$.${name}', '')`);

/** Statements that read the text scanned by moderation, each with its field's label. */
export const scannedTexts: string[] = scanned.map((name) => {
  const field = fieldOf[name];
  const select = (text: string) => `SELECT '${field.label}' AS field, ${text} AS text`;
  if (!isJson(name)) return select(columnOf(name));
  const parts = field.kind === "rows" ? textsIn(field.columns) : ["f.value"];
  return `${select(parts.join(" || char(10) || "))} FROM json_each(${columnOf(name)}) f`;
});
