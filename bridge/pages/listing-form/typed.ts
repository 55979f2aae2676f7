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

/** The fields of a listing as its form has them, be they wrong. */
export interface TypedListing extends Texts {
  categories: string[];
  /** "" where it is not known. */
  pricing: string;
  platforms: string[];
  socials: { network: string; address: string }[];
  faqs: { question: string; answer: string }[];
  /** Path of the present logo, or the address of another; "" for none. */
  logo_url: string;
}

/** All texts at their longest, percent-encoded in a script of three bytes a character. */
export const maxFormBytes = 512 * 1024;

const textNames = fieldNames.filter((name): name is keyof Texts => isText(fieldOf[name]));
const textsFrom = (read: (name: keyof Texts) => string) =>
  Object.fromEntries(textNames.map((name) => [name, read(name)])) as unknown as Texts;

type Nullable<Values> = { [Name in keyof Values]: Values[Name] | null };

/** What a form shows at first. */
export const typedListing = ({
  logo_url,
  ...listing
}: Omit<ListingValues, keyof Texts> & Nullable<Texts>): TypedListing => ({
  ...textsFrom((name) => listing[name] ?? ""),
  categories: listing.categories,
  pricing: listing.pricing ?? "",
  platforms: listing.platforms,
  socials: Object.entries(listing.socials).map(([network, address]) => ({ network, address })),
  faqs: listing.faqs,
  logo_url: logo_url === null ? "" : new URL(logo_url).pathname,
});

/** What was typed. Entries keep the order that the present ones have, as it says which come first. */
export function readListing(form: Form, present: TypedListing): TypedListing {
  const rows = (count: number, ...names: string[]) =>
    Array.from({ length: count }, (_, i) => names.map((name) => form.text(name.replace("#", String(i))))).filter(
      (row) => row.some((text) => text !== ""),
    );
  const others = form
    .text("platforms.other")
    .split(",")
    .map((name) => name.trim());
  return {
    ...textsFrom((name) => form.text(name)),
    categories: inOrder(form.all("categories"), present.categories),
    pricing: form.text("pricing"),
    platforms: inOrder([...form.all("platforms"), ...others.filter(Boolean)], present.platforms),
    socials: rows(listingFields.socials.max, "socials.#.network", "socials.#.address").map(([network, address]) => ({
      network: network!.toLowerCase(),
      address: address!,
    })),
    faqs: rows(listingFields.faqs.max, "faqs.#.question", "faqs.#.answer").map(([question, answer]) => ({
      question: question!,
      answer: answer!,
    })),
    logo_url: form.text("logo_url") || (form.text("remove_logo") === "yes" ? "" : present.logo_url),
  };
}

const inOrder = (chosen: string[], present: string[]) => [
  ...new Set([...present.filter((one) => chosen.includes(one)), ...chosen]),
];

/** One field as operations take it. */
export function sentField(typed: TypedListing, name: FieldName): unknown {
  if (name === "pricing" || name === "logo_url") return typed[name] || null;
  if (name === "socials") return Object.fromEntries(typed.socials.map(({ network, address }) => [network, address]));
  return typed[name];
}

/** Links without a name, or of one that another has: an operation would see only one of them, or none. */
export function linkFaults({ socials }: TypedListing): FieldErrors {
  const fault = (network: string, i: number) =>
    !/^[a-z0-9]/.test(network)
      ? "needs a short name such as github"
      : socials.findIndex((one) => one.network === network) < i && "has a name that another link has already";
  return Object.fromEntries(
    socials.flatMap(({ network }, i) => {
      const found = fault(network, i);
      return found ? [[`socials.${i}.network`, `Link ${i + 1} ${found}.`]] : [];
    }),
  );
}

type Place = [path: string, field: { in: string; label: string }];

/** Where the form shows what an operation says of each field. @param path of a field in the operation's input */
export function listingFormFields(typed: TypedListing, path: (name: FieldName) => string) {
  return Object.fromEntries<Place[1]>([
    ...typed.faqs.flatMap((_, i): Place[] => [
      [`${path("faqs")}.${i}.question`, { in: `faqs.${i}.question`, label: `Question ${i + 1}` }],
      [`${path("faqs")}.${i}.answer`, { in: `faqs.${i}.answer`, label: `Answer ${i + 1}` }],
    ]),
    ...typed.socials.map(
      ({ network }, i): Place => [
        `${path("socials")}.${network}`,
        { in: `socials.${i}.address`, label: `Link ${i + 1}` },
      ],
    ),
    ...Object.entries(listingFields).map(([name, { label }]): Place => [path(name as FieldName), { in: name, label }]),
  ]);
}
