import {
  type FieldName,
  fieldNames,
  fieldOf,
  isText,
  type ListingValues,
  listingFields,
} from "#db/schema/listing-fields.ts";
import type { FieldErrors } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";

type Texts = { [Name in FieldName as ListingValues[Name] extends string ? Name : never]: string };

export interface TypedListing extends Texts {
  categories: string[];
  pricing: string;
  platforms: string[];
  socials: { network: string; address: string }[];
  faqs: { question: string; answer: string }[];
  /** The path of the current logo, the URL of a new one, or "" for none. */
  logo_url: string;
}

/** Enough for every text field at its maximum length, percent-encoded, in a script with three bytes per character. */
export const maxFormBytes = 512 * 1024;

const textNames = fieldNames.filter((name): name is keyof Texts => isText(fieldOf[name]));
const textsFrom = (read: (name: keyof Texts) => string) =>
  Object.fromEntries(textNames.map((name) => [name, read(name)])) as unknown as Texts;

type Nullable<Values> = { [Name in keyof Values]: Values[Name] | null };

export const typedListing = ({
  logo_url,
  ...listing
}: Omit<ListingValues, keyof Texts> & Partial<Nullable<Texts>>): TypedListing => ({
  ...textsFrom((name) => listing[name] ?? ""),
  categories: listing.categories,
  pricing: listing.pricing ?? "",
  platforms: listing.platforms,
  socials: Object.entries(listing.socials).map(([network, address]) => ({ network, address })),
  faqs: listing.faqs,
  logo_url: logo_url === null ? "" : new URL(logo_url).pathname,
});

/** Reads a listing from a form. Categories and platforms that are still chosen keep their order. */
export function readListing(form: Form, present: TypedListing): TypedListing {
  const rows = <Key extends string>(list: string, max: number, keys: Key[]) =>
    Array.from({ length: max }, (_, i) => keys.map((key) => [key, form.text(`${list}.${i}.${key}`)] as const))
      .filter((row) => row.some(([, text]) => text !== ""))
      .map((row) => Object.fromEntries(row) as Record<Key, string>);
  const platforms = form.text("platforms.other").split(",");
  return {
    ...textsFrom((name) => form.text(name)),
    categories: inOrder(form.all("categories"), present.categories),
    pricing: form.text("pricing"),
    platforms: inOrder(
      [...form.all("platforms"), ...platforms.map((name) => name.trim()).filter(Boolean)],
      present.platforms,
    ),
    socials: rows("socials", listingFields.socials.max, ["network", "address"]).map(({ network, address }) => ({
      network: network.toLowerCase(),
      address,
    })),
    faqs: rows("faqs", listingFields.faqs.max, ["question", "answer"]),
    logo_url: form.text("logo_url") || (form.text("remove_logo") === "yes" ? "" : present.logo_url),
  };
}

const inOrder = (chosen: string[], present: string[]) => [
  ...new Set([...present.filter((one) => chosen.includes(one)), ...chosen]),
];

export function sentField(typed: TypedListing, name: FieldName): unknown {
  if (name === "pricing" || name === "logo_url") return typed[name] || null;
  if (name === "socials") return Object.fromEntries(typed.socials.map(({ network, address }) => [network, address]));
  return typed[name];
}

/**
 * Returns errors for links with no name or a duplicate name. An operation's input cannot contain such links, because
 * their names are keys of an object.
 */
export function linkFaults({ socials }: TypedListing): FieldErrors {
  const fault = (network: string, i: number) =>
    !/^[a-z0-9]/.test(network)
      ? "needs a short name, such as “github”"
      : socials.findIndex((one) => one.network === network) < i && "has the same name as another link";
  return Object.fromEntries(
    socials.flatMap(({ network }, i) => {
      const found = fault(network, i);
      return found ? [[`socials.${i}.network`, `Link ${i + 1} ${found}.`]] : [];
    }),
  );
}

type FieldEntry = [path: string, field: { in: string; label: string }];

export function listingFormFields(typed: TypedListing, path: (name: FieldName) => string) {
  return Object.fromEntries<FieldEntry[1]>([
    ...typed.faqs.flatMap((_, i): FieldEntry[] => [
      [`${path("faqs")}.${i}.question`, { in: `faqs.${i}.question`, label: `Question ${i + 1}` }],
      [`${path("faqs")}.${i}.answer`, { in: `faqs.${i}.answer`, label: `Answer ${i + 1}` }],
    ]),
    ...typed.socials.map(({ network }, i): FieldEntry => {
      return [`${path("socials")}.${network}`, { in: `socials.${i}.address`, label: `Link ${i + 1}` }];
    }),
    ...fieldNames.map((name): FieldEntry => [path(name), { in: name, label: listingFields[name].label }]),
  ]);
}
