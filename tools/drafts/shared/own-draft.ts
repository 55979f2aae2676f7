import { type Draft, ownDraft } from "#db/queries/drafts/drafts.ts";
import type { Db } from "#db/store/store.ts";
import { type NextAction, notFound, Problem } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { type CallerSite, callerSite } from "../../site/shared/caller-site.ts";
import { fieldsOf, nextActionsOf } from "./rules.ts";

/** The caller's draft. Throws 404 if there is none, even if another account has a draft with this id. */
export async function draftOf(db: Db, own: CallerSite, id: number, more: NextAction[] = []): Promise<Draft> {
  const why = "List the account's drafts with their ids.";
  return (
    (await ownDraft(db, own, id)) ?? notFound("draft", id, [{ tool: "list_my_drafts", why, who: "agent" }, ...more])
  );
}

export const readDraft = async (context: CallContext, id: number): Promise<Draft> =>
  draftOf(context.read, await callerSite(context), id);

export function wrongStatus(draft: Draft, consequence: string): Problem {
  const nextActions = nextActionsOf(draft);
  return new Problem("state_conflict", `Draft ${draft.id} has the status ${draft.status}${consequence}`, {
    nextActions,
  });
}

/** All the text of a draft. An app may change it without approval until the draft becomes a listing. */
export async function draftTexts(context: CallContext, { id }: { id: number }) {
  const draft = await readDraft(context, id);
  return { ...fieldsOf(draft), logo_url: draft.logoHash, url: draft.url };
}
