import { type Draft, ownDraft } from "../../db/queries/drafts.ts";
import type { Db } from "../../db/store.ts";
import { notFound } from "../core/errors.ts";
import type { OwnSite } from "../core/own-site.ts";

/** The caller's draft, or 404, also where it is somebody else's. */
export async function draftOf(db: Db, own: OwnSite, id: number): Promise<Draft> {
  const why = "See the ids of the account's drafts.";
  return (await ownDraft(db, own, id)) ?? notFound("draft", id, [{ tool: "list_my_drafts", why, who: "agent" }]);
}
