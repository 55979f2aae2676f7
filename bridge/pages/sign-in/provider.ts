import { isEmailAddress } from "#auth/email-address.ts";
import { safeReturnTo } from "#auth/return-to.ts";
import { derivedSecret, newSecret } from "#auth/secrets.ts";
import { signInByProvider } from "#auth/sign-in.ts";
import { normalizeEmail } from "#db/queries/accounts/accounts.ts";
import { nameLength, personName } from "#tools/account/shared/rules.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import { type PendingSignIn, ProviderRefused } from "../../outbound/openid.ts";
import { answerFault, answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { authContextOf, browserOf, keepSession, type Visit } from "../frame/visit.ts";

const callbackPath = "/sign-in/provider/callback";
const pendingSeconds = 600;

// All values of one sign-in attempt are derived from a random secret that only this browser has.
const pendingOf = (secret: string): PendingSignIn => ({
  state: derivedSecret(secret, "", "state"),
  nonce: derivedSecret(secret, "", "nonce"),
  codeVerifier: derivedSecret(secret, "", "verifier"),
});

export const providerPage = definePage({
  path: "/sign-in/provider",
  name: "provider_begin",
  audience: "everyone",
  async get(visit) {
    const { runtime, cookies, url, base } = visit;
    if (!runtime.provider) return notOffered(visit);
    const returnTo = safeReturnTo(url.searchParams.get("return_to")) ?? "";
    const secret = newSecret();
    try {
      const location = await runtime.provider.begin(base + callbackPath, pendingOf(secret));
      cookies.set("provider", `${secret}.${Buffer.from(returnTo).toString("base64url")}`, pendingSeconds);
      return answerRedirect(visit, location);
    } catch (error) {
      return refused(visit, error);
    }
  },
});

export const providerCallbackPage = definePage({
  path: callbackPath,
  name: "provider_callback",
  audience: "everyone",
  async get(visit) {
    const { runtime, cookies, url, base, request } = visit;
    const { provider } = runtime;
    if (!provider) return notOffered(visit);
    const [secret, path = ""] = (cookies.get("provider") ?? "").split(".");
    cookies.clear("provider");
    if (!secret) return refused(visit, new ProviderRefused("this browser did not start a sign-in"));
    try {
      const network = clientNetwork(request, runtime);
      await runtime.slowDown?.take("sign_in", network, null);
      const identity = await provider.finish(url, base + callbackPath, pendingOf(secret));
      const email = identity.email && normalizeEmail(identity.email);
      const isVerified = email && identity.isEmailVerified && isEmailAddress(email);
      // An invalid name is left out, so that it does not prevent sign-in.
      const { data: name = "" } = personName.safeParse([...identity.name].slice(0, nameLength).join(""));
      const provided = { ...identity, name, email: isVerified ? email : null };
      const outcome = await signInByProvider(authContextOf(visit), browserOf(visit), provided);
      if ("refusal" in outcome) return cannotSignIn(visit, outcome.refusal, provider.label);
      await runtime.slowDown?.forgive(network, null);
      keepSession(visit, outcome.token, outcome.account);
      return answerRedirect(visit, safeReturnTo(Buffer.from(path, "base64url").toString()) ?? "/account");
    } catch (error) {
      return refused(visit, error);
    }
  },
});

const notOffered = (visit: Visit): Response =>
  answerFault(visit, {
    status: 404,
    title: "Not available",
    text: html`This site does not offer sign-in through another provider. <a href="/sign-in">Sign in with your email</a>.`,
  });

function refused(visit: Visit, error: unknown): Response {
  if (!(error instanceof ProviderRefused)) throw error;
  visit.runtime.log.warn({ request_id: visit.requestId, err: error }, "sign-in through the provider failed");
  return answerFault(visit, {
    status: 400,
    title: "Sign-in failed",
    text: html`The provider's response was not valid, or the sign-in took too long. Nothing was changed. <a href="/sign-in">Try again</a>, or request a sign-in link by email.`,
  });
}

const cannotSignIn = (visit: Visit, refusal: "unproved" | "suspended", provider: string): Response =>
  answerFault(visit, {
    status: 403,
    title: "You cannot sign in with this account",
    text:
      refusal === "unproved"
        ? html`${provider} has not confirmed that your email address is yours. Confirm the address there and try again, or <a href="/sign-up">create an account here</a>.`
        : "This account is suspended.",
  });
