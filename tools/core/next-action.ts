import * as z from "zod";

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
