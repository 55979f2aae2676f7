import * as z from "zod";
import { shortUrl } from "../text/text.ts";
import type { NextAction } from "./errors.ts";

export const nextAction = z
  .strictObject({
    tool: z.string().optional(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    why: z.string(),
    who: z.enum(["agent", "human"]),
    url: z.string().optional(),
  })
  .meta({ id: "NextAction" });

export const actionLines = (actions: readonly NextAction[]): string[] => [
  ...new Set(
    actions.map(({ tool, arguments: input = {}, why, who, url }) =>
      [
        who === "human" ? "For the user:" : "Next:",
        tool && `${tool}(${JSON.stringify(input)}):`,
        why,
        url && shortUrl(url),
      ]
        .filter(Boolean)
        .join(" "),
    ),
  ),
];
