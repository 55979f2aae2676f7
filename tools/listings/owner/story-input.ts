import { type StorySection, storySections } from "#db/schema/vocabulary.ts";
import { type FieldError, Problem } from "../../core/errors/errors.ts";
import { line, paragraphs } from "../../core/input/fields.ts";
import { olderNames, type StorySections } from "../shared/story-rules.ts";

const most = { title: 120, section: 10_000 };

const sectionHints: Record<StorySection, [description: string, example: string]> = {
  how_started: ["How it began", "One winter at the harbour…"],
  problem: ["The problem it solves", "A handover is not a chat."],
  what_built: ["What was built", "One page for each day and place."],
  hard_parts: ["What was hard", "Merging offline edits."],
  milestones: ["What was achieved", "Forty places use it now."],
  whats_next: ["What comes next", "A view of the whole year."],
};

const section = paragraphs(most.section).optional();
const entries = Object.entries as <Name extends string, Value>(of: Record<Name, Value>) => [Name, Value][];

const sections = Object.fromEntries(
  entries(sectionHints).map(([name, [description, example]]) => [name, section.meta({ description, example })]),
) as Record<StorySection, typeof section>;

const older = Object.fromEntries(
  entries(olderNames).map(([name, current]) => [
    name,
    section.meta({ description: `Old name of ${current}`, example: sectionHints[current][1], deprecated: true }),
  ]),
) as Record<keyof typeof olderNames, typeof section>;

export const storyInput = {
  title: line(most.title)
    .optional()
    .meta({ description: `Title, up to ${most.title} characters`, example: "Notes for the morning shift" }),
  ...sections,
  ...older,
};

type Given = { [Name in StorySection | keyof typeof olderNames]?: string };

/** Returns the sections in a call by their current names. Throws 422 if a section was sent under both of its names. */
export function sectionsIn(given: Given): StorySections {
  const twice = entries(olderNames).filter(([old, name]) => given[old] !== undefined && given[name] !== undefined);
  if (twice.length > 0) throw bothNames(twice);
  const named = storySections.map((name) => {
    const [old] = entries(olderNames).find(([, current]) => current === name)!;
    return [name, given[name] ?? given[old]] as const;
  });
  return Object.fromEntries(named.filter(([, text]) => text !== undefined));
}

export const usesOlderName = (given: Given): boolean => entries(olderNames).some(([old]) => given[old] !== undefined);

function bothNames(twice: [string, StorySection][]): Problem {
  const errors = twice.map(
    ([field, name]): FieldError => ({
      field,
      code: "both_names",
      message: `is the old name of ${name}, which was also sent`,
      fix: `Send the text only as ${name}.`,
    }),
  );
  const [first] = errors;
  return new Problem("validation_failed", `${first!.field} ${first!.message}.`, { errors });
}
