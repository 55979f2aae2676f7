import { isIP } from "node:net";
import { PasskeyRefused, type RelyingParty, signInByPasskey, signInOptions } from "#auth/passkeys.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import { answerRedirect, pageForm } from "../frame/answers.ts";
import { hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { authContextOf, browserOf, formToken, keepSession, type Visit } from "../frame/visit.ts";

/**
 * Returns null if the site offers no passkeys. A passkey belongs to one host, so only the site at `BASE_URL` offers
 * them. WebAuthn does not accept IP addresses.
 */
export function relyingPartyOf(visit: Visit): RelyingParty | null {
  const { origin, hostname } = new URL(visit.runtime.baseUrl);
  if (visit.base !== origin || isIP(hostname.replace(/[[\]]/g, "")) !== 0) return null;
  return { id: hostname, name: visit.site.name, origin, browserSecret: formToken(visit) };
}

/** A form whose button asks the browser for a passkey. passkeys.js shows the form. */
export const passkeyForm = (
  visit: Visit,
  action: string,
  passkey: { kind: "create" | "get"; options: object },
  content: HtmlValue,
): Html =>
  pageForm(
    visit,
    action,
    html`${hiddenField("credential", "")}
<p class="error" role="alert"></p>
${content}`,
    { attributes: html` data-passkey="${passkey.kind}" data-options="${JSON.stringify(passkey.options)}" hidden` },
  );

export function passkeyButton(visit: Visit, returnTo: string | null, below: HtmlValue): Html | null {
  const relyingParty = relyingPartyOf(visit);
  if (!relyingParty) return null;
  const options = signInOptions(visit.runtime.store.read, relyingParty, visit.now);
  return passkeyForm(
    visit,
    "/sign-in",
    { kind: "get", options },
    html`${returnTo !== null && hiddenField("return_to", returnTo)}
<button class="button" name="do" value="passkey">Sign in with a passkey</button>
${below}`,
  );
}

/** Returns null if the passkey is not accepted. */
export async function answerPasskey(visit: Visit, form: Form, returnTo: string | null): Promise<Response | null> {
  const { runtime, request } = visit;
  const relyingParty = relyingPartyOf(visit);
  const network = clientNetwork(request, runtime);
  await runtime.slowDown?.take("sign_in", network, null);
  try {
    if (!relyingParty) throw new PasskeyRefused("this site offers no passkeys");
    const credential = form.raw("credential");
    const { account, token } = await signInByPasskey(authContextOf(visit), browserOf(visit), relyingParty, credential);
    await runtime.slowDown?.forgive(network, null);
    keepSession(visit, token, account);
    return answerRedirect(visit, returnTo ?? "/account");
  } catch (error) {
    return notePasskeyRefusal(visit, error);
  }
}

/** Logs why a passkey was refused, and returns null. Other errors are thrown again. */
export function notePasskeyRefusal({ runtime, requestId }: Visit, error: unknown): null {
  if (!(error instanceof PasskeyRefused)) throw error;
  runtime.log.warn({ request_id: requestId, err: error }, "passkey refused");
  return null;
}
