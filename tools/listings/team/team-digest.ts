import type * as z from "zod";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { ChosenAgain } from "#db/queries/listings/edits.ts";
import type { Reported } from "#db/queries/moderation/reports.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { fieldText } from "../../core/text/text.ts";
import type { editRecord } from "./list-edits.ts";

type Edit = z.input<typeof editRecord>;

// A mail of at most some 100 kB, however much was edited; the rest is where it leads.
export const maxEdits = 20;
const maxFields = 13;
const maxCharacters = 200;

interface Besides {
  chosenAgain: ChosenAgain[];
  reported: Reported[];
  /** Listings whose owners answered a decision. */
  answered: { slug: string; name: string }[];
  /** Flagged sentences and names, if there are new ones. */
  flagged: number;
}

/**
 * What the team is told of a site by mail: the first edits with what they changed, rejected listings that come again, listings
 * that visitors reported, answers to decisions, and texts that are flagged.
 */
export function teamDigest(
  { edits, total }: { edits: Edit[]; total: number },
  { chosenAgain, reported, answered, flagged }: Besides,
  { base }: SiteUrls,
): Pick<MailContent, "subject" | "paragraphs" | "action"> {
  const [only] = edits;
  const [again] = chosenAgain;
  const [worst] = reported;
  const [answer] = answered;
  const subject =
    total > 1
      ? `${total} edits`
      : only
        ? `${only.listing.name} was edited`
        : again
          ? `${again.name} comes again`
          : worst
            ? `${worst.name} was reported`
            : answer
              ? `The owners of ${answer.name} have answered`
              : "Texts are flagged";
  const left = total - edits.length;
  return {
    subject,
    paragraphs: [
      ...chosenAgain
        .slice(0, maxEdits)
        .map(
          ({ name, slug, plan }) =>
            `${name} (${slug}) was rejected. Its owner has chosen the ${plan} plan again: ${base}/team/listings/${slug}`,
        ),
      ...reported
        .slice(0, maxEdits)
        .map(
          ({ name, slug, open }) =>
            `${name} (${slug}) was reported by visitors; ${open} ${open === 1 ? "report is" : "reports are"} open: ${base}/team/reports`,
        ),
      ...answered
        .slice(0, maxEdits)
        .map(
          ({ name, slug }) =>
            `The owners of ${name} (${slug}) have answered the decision about it: ${base}/team/decisions`,
        ),
      ...(flagged > 0
        ? [
            `${flagged} flagged ${flagged === 1 ? "text waits" : "texts wait"} for your decision (messages to assistants, requests for votes, names that look like others): ${base}/team/marks`,
          ]
        : []),
      ...edits.flatMap(editParagraphs),
      ...(left > 0 ? [`And ${left} more, which are not in this mail.`] : []),
    ],
    action: { label: "See all edits, and take back what is wrong", url: `${base}/team` },
  };
}

function editParagraphs({ at, by, listing, fields }: Edit): string[] {
  const when = at.slice(0, 16).replace("T", " ");
  return [
    `${listing.name} (${listing.slug}), ${when} UTC, by ${authorText(by)}:`,
    ...fields.slice(0, maxFields).flatMap(({ field, before, after }) => {
      const label = lookup(listingFields, field)?.label ?? field;
      return [`${label}, before: ${short(fieldText(before))}`, `${label}, after: ${short(fieldText(after))}`];
    }),
  ];
}

const authorText = ({ name, email, via, through }: Edit["by"]) =>
  `${[name, email && `<${email}>`].filter(Boolean).join(" ") || "nobody with an account"} through ${through ?? via}`;

/** The beginning of a text, in one line: whoever wrote it begins no line of ours. */
function short(text: string): string {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  if (characters.length === 0) return "(nothing)";
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join("")}…` : characters.join("");
}
