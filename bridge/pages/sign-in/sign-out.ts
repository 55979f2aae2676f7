import { safeReturnTo } from "#auth/return-to.ts";
import { endSession } from "#auth/sign-in.ts";
import { answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { authContextOf, signInPath } from "../frame/visit.ts";

export const signOutPage = definePage({
  path: "/sign-out",
  name: "sign_out",
  audience: "everyone",
  get: async (visit) => answerRedirect(visit, visit.account ? "/account" : "/sign-in"),

  async post(visit, form) {
    const { session, cookies } = visit;
    if (session) await endSession(authContextOf(visit), session.accountId, session.id);
    cookies.clear("session");
    cookies.clear("form");
    const returnTo = safeReturnTo(form.text("return_to"));
    return answerRedirect(visit, returnTo === null ? "/sign-in?done=signed-out" : signInPath(returnTo));
  },
});
