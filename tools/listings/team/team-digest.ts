import type { MailContent } from "#db/queries/common/mail.ts";
import type { ChosenAgain } from "#db/queries/listings/edits.ts";
import type { Reported } from "#db/queries/moderation/reports.ts";
import { labelOf } from "#db/schema/listing-fields.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { fieldText, shortened, timeWords } from "../../core/text/text.ts";
import type { Edit } from "./list-edits.ts";

// These limits keep the email below about 100 kB. The team pages show the rest.
export const maxEdits = 20;
const maxFields = 13;
const maxCharacters = 200;

interface OtherEvents {
  chosenAgain: ChosenAgain[];
  reported: Reported[];
  answered: { slug: string; name: string }[];
  flagged: number;
}

export function teamDigest(
  { edits, total }: { edits: Edit[]; total: number },
  { chosenAgain, reported, answered, flagged }: OtherEvents,
  { base }: SiteUrls,
): Pick<MailContent, "subject" | "paragraphs" | "action"> {
  const subjects = [
    total > 1 && `${total} edits to listings`,
    edits[0] && `${edits[0].listing.name} was edited`,
    chosenAgain[0] && `${chosenAgain[0].name} was resubmitted`,
    reported[0] && `${reported[0].name} was reported`,
    answered[0] && `The owners of ${answered[0].name} answered a decision`,
  ];
  const left = total - edits.length;
  return {
    subject: subjects.find((subject) => typeof subject === "string") ?? "Flagged texts need a review",
    paragraphs: [
      ...chosenAgain
        .slice(0, maxEdits)
        .map(
          ({ name, slug, plan }) =>
            `The owner of the rejected listing ${name} (${slug}) has chosen the ${plan} launch again: ${base}/team/listings/${slug}`,
        ),
      ...reported
        .slice(0, maxEdits)
        .map(
          ({ name, slug, open }) =>
            `Visitors reported ${name} (${slug}). It has ${open} open ${open === 1 ? "report" : "reports"}: ${base}/team/reports`,
        ),
      ...answered
        .slice(0, maxEdits)
        .map(
          ({ name, slug }) =>
            `The owners of ${name} (${slug}) responded to the decision about it: ${base}/team/review/decisions`,
        ),
      ...(flagged > 0
        ? [
            `${flagged} flagged ${flagged === 1 ? "text needs" : "texts need"} a decision (messages to assistants, requests for votes, lookalike names): ${base}/team/reports/flags`,
          ]
        : []),
      ...edits.flatMap(editParagraphs),
      ...(left > 0 ? [`${left} more ${left === 1 ? "edit is" : "edits are"} not in this email.`] : []),
    ],
    action: { label: "Review edits", url: `${base}/team/edits` },
  };
}

function editParagraphs({ at, by, listing, fields }: Edit): string[] {
  return [
    `${listing.name} (${listing.slug}), ${timeWords(at)}, by ${authorText(by)}:`,
    ...fields.slice(0, maxFields).flatMap(({ field, before, after }) => {
      const label = labelOf(field);
      return [`${label}, before: ${short(fieldText(before))}`, `${label}, after: ${short(fieldText(after))}`];
    }),
  ];
}

const authorText = ({ name, email, via, through }: Edit["by"]) =>
  `${[name, email && `<${email}>`].filter(Boolean).join(" ") || "no account"} through ${through ?? via}`;

const short = (text: string) => shortened(text, maxCharacters) || "(empty)";
