import { safeReturnTo } from "#auth/return-to.ts";
import { endSession } from "#auth/sign-in.ts";
import { answerRedirect } from "../frame/answers.ts";
import { openPage, signInPath } from "../frame/mount.ts";
import { occasionOf } from "../frame/visit.ts";

export const signOutPage = openPage("/sign-out", "sign_out", {
  get: async (visit) => answerRedirect(visit, visit.account ? "/account" : "/sign-in"),

  async post(visit, form) {
    const { session, cookies } = visit;
    if (session) await endSession(occasionOf(visit), session.accountId, session.id);
    cookies.clear("session");
    cookies.clear("form");
    const returnTo = safeReturnTo(form.text("return_to"));
    return answerRedirect(visit, returnTo === null ? "/sign-in?done=signed-out" : signInPath(returnTo));
  },
});
