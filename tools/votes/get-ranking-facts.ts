import * as z from "zod";
import { publicKeyOf } from "#db/keys/signature.ts";
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
    public_key: z
      .string()
      .describe("Ed25519 public key, base64url; verifies the ballots of weeks that close from now on"),
    weeks: z.array(z.string()).describe("Latest weeks with published ballots"),
  }),
  async run({ read, site }) {
    return { rules: [...rankingRules], public_key: publicKeyOf(read), weeks: await publishedWeeks(read, site.id) };
  },
});
