import { safeReturnTo } from "../../../auth/return-to.ts";
import { deleteSessions } from "../../../db/queries/accounts.ts";
import { answerRedirect } from "../frame/answers.ts";
import { openPage, signInPath } from "../frame/mount.ts";
import { auditVisit } from "../frame/visit.ts";

export const signOutPage = openPage("/sign-out", "sign_out", {
  get: async (visit) => answerRedirect(visit, visit.account ? "/account" : "/sign-in"),

  async post(visit, form) {
    const { session, runtime, cookies } = visit;
    if (session)
      await runtime.store.write(async (tx) => {
        await deleteSessions(tx, session.accountId, { id: session.id });
        await auditVisit(visit, tx, "session.end");
      });
    cookies.clear("session");
    cookies.clear("form");
    const returnTo = safeReturnTo(form.text("return_to"));
    return answerRedirect(visit, returnTo === null ? "/sign-in?done=signed-out" : signInPath(returnTo));
  },
});
