import { type SiteRow, siteByHost } from "#db/queries/sites/sites.ts";
import type { RegistrationMode } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { siteRules } from "./rules.ts";

const registrationSentences = {
  by_invitation: "Registration is by invitation only.",
  closed: "Registration is closed.",
};

/** Who may create an account on any site of the network, and the sentence that says so if registration is not open. */
export async function registrationOf(
  db: Db,
): Promise<{ mode: "open"; sentence: null } | { mode: Exclude<RegistrationMode, "open">; sentence: string }> {
  // No site has an empty host, so this is the default site. It holds the setting, because sites share accounts.
  const { registration: mode = "open", registrationSentence } = (await siteByHost(db, ""))?.settings.access ?? {};
  return mode === "open"
    ? { mode, sentence: null }
    : { mode, sentence: registrationSentence ?? registrationSentences[mode] };
}

/** The sentence that says that a site takes no new products, or null if it takes them. */
export function submissionsClosed({ name, settings }: Pick<SiteRow, "name" | "settings">): string | null {
  const { submissions, submissionsSentence } = settings.access ?? {};
  const isClosed = submissions === "closed" || siteRules(settings).drafts.perDay === 0;
  return isClosed ? (submissionsSentence ?? `${name} does not accept new products at the moment.`) : null;
}

/** Sentences that say what is closed or needs an invitation, for pages and assistants. */
export const accessNotices = async (db: Db, site: Pick<SiteRow, "name" | "settings">): Promise<string[]> =>
  [(await registrationOf(db)).sentence, submissionsClosed(site)].filter((sentence) => sentence !== null);
