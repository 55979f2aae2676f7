import * as z from "zod";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { founderById, saveFounderProfile } from "#db/queries/founders/founder-profile.ts";
import { syncFoundersOfAccount } from "#db/queries/listings/company-founders.ts";
import { ownAccount } from "../account/shared/own-account.ts";
import { encodedType, encodeImage, photoLimits, refusalIn } from "../core/images/encode-image.ts";
import { parseInput } from "../core/input/input.ts";
import { defineOperation } from "../core/operations/define.ts";
import { differences } from "../core/operations/differences.ts";
import { resumeWaitingListings } from "../moderation/shared/resume-waiting-listings.ts";
import { siteRules } from "../site/shared/rules.ts";
import { isLinkKind, profileInput } from "./profile-input.ts";

/** Resumes listings and stories that waited only for the profile. An unnamed account gets the profile's name. */
export default defineOperation({
  name: "save_founder_profile",
  actors: ["person"],
  scopes: [],
  effect: "write",
  // The values are validated below with the site's rules, so that one response contains all errors.
  input: z.strictObject({
    name: z.string(),
    bio: z.string(),
    links: z.record(z.string(), z.string()),
    photo: z.string().optional(),
    in_data_set: z.boolean().optional(),
  }),
  output: z.strictObject({ id: z.int() }),
  async run(context, { in_data_set: inDataSet, ...input }) {
    const { site, now } = context;
    const given = input.photo === undefined ? undefined : Buffer.from(input.photo, "base64");
    const uploaded = given && (await encodeImage(given, photoLimits).catch(refusalIn));
    const schema = profileInput(siteRules(site.settings).storyRules, uploaded);
    const { name, bio, links, photo } = parseInput(schema, input, { isEmptyAbsent: false });
    return async (tx, record) => {
      const account = await ownAccount(tx, context);
      const accountId = account.id;
      const known = account.founderId === null ? undefined : await founderById(tx, account.founderId);
      const others = Object.entries(known?.links ?? {}).filter(([kind]) => !isLinkKind(kind));
      const photoHash = photo ? await saveAsset(tx, encodedType, photo.bytes, now.toISOString()) : null;
      const given = {
        name,
        bio,
        links: { ...links, ...Object.fromEntries(others) },
        ...(photoHash && { photoHash }),
        ...(inDataSet !== undefined && { inDataSet }),
      };
      const changed = differences(known ?? {}, given);
      if (known && Object.keys(changed.after).length === 0) return { id: known.id };
      const id = await saveFounderProfile(tx, known?.id ?? null, { photoHash, ...given }, now);
      const isNameless = account.name === "";
      if (!known || isNameless) await updateAccount(tx, accountId, { founderId: id, ...(isNameless && { name }) }, now);
      await syncFoundersOfAccount(tx, accountId);
      const published = await resumeWaitingListings(tx, accountId, now);
      record({
        subjects: [`founder:${id}`, `account:${accountId}`, ...published.map((one) => `listing:${one}` as const)],
        before: { ...changed.before, ...(isNameless && { account_name: "" }) },
        after: { ...changed.after, ...(isNameless && { account_name: name }) },
      });
      return { id };
    };
  },
});
