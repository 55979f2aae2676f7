import * as z from "zod";
import type { NextAction } from "./errors.ts";

/** Something that would help: for the assistant to call, or for the person to do at `url`. */
export const nextAction = z
  .strictObject({
    tool: z.string().optional(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    why: z.string(),
    who: z.enum(["agent", "human"]),
    url: z.string().optional(),
  })
  .meta({ id: "NextAction" });

/** Next actions in text, each once: calls as they can be made, and addresses for the person. */
export const actionLines = (actions: readonly NextAction[]): string[] => [
  ...new Set(
    actions.map(({ tool, arguments: input = {}, why, who, url }) =>
      [who === "human" ? "For the person:" : "Next:", tool && `${tool}(${JSON.stringify(input)}):`, why, url]
        .filter(Boolean)
        .join(" "),
    ),
  ),
];
