import * as z from "zod";
import { keyList } from "#db/keys/key-list.ts";
import { keyListOf } from "#db/keys/signing-key.ts";
import { publishedWeeks } from "#db/queries/votes/ballot-snapshots.ts";
import { defineOperation } from "../core/operations/define.ts";
import { rankingRules } from "./shared/rules.ts";

export default defineOperation({
  name: "get_ranking_facts",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({
    rules: z.array(z.string()),
    key_list: keyList.describe("Keys that verify published ballots; the current key signs from now on"),
    weeks: z.array(z.string()).describe("Latest weeks with published ballots"),
  }),
  async run({ read, site }) {
    return { rules: [...rankingRules], key_list: keyListOf(read), weeks: await publishedWeeks(read, site.id) };
  },
});
