import type { Newcomer } from "#auth/provided-accounts.ts";
import type { Db } from "#db/store/store.ts";
import { type Place, requireAdmitted, requireRegistration } from "#tools/abuse/shared/admit.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { shortNetwork } from "#tools/core/operations/client-network.ts";
import { registrationOf } from "#tools/site/shared/access.ts";
import { clientAddress, clientNetwork } from "../../http/server/runtime.ts";
import { askForMailedLink } from "../../jobs/mailed-link-job.ts";
import { answerPage } from "../frame/answers.ts";
import { html } from "../frame/html.ts";
import { refusalOf } from "../frame/submit.ts";
import { authContextOf, returnQuery, type Visit } from "../frame/visit.ts";

/** Runs a check of a person at the visited site, and counts the hit if a rule refuses them. */
function checked({ runtime, site, base, now }: Visit, check: (place: Place) => Promise<void>): Promise<void> {
  return check({ site, urls: { base }, now }).catch((error: unknown) => {
    if (error instanceof Problem && error.ruleId !== undefined) runtime.policy.countHit?.(error.ruleId);
    throw error;
  });
}

/** How a new account of this visitor is checked. Sign-up forms and providers use the same check. */
export function newcomerOf(visit: Visit): Newcomer & { admit(db: Db, email: string): Promise<void> } {
  const network = clientAddress(visit.request, visit.runtime);
  return {
    signUpNetwork: shortNetwork(network),
    admit: (db, email) => checked(visit, (place) => requireRegistration(db, place, { email, network })),
  };
}

/** Emails a new person a link that creates their account. Returns the problem if they may not have one. */
export async function askToSignUp(
  visit: Visit,
  person: { email: string; name: string; returnTo: string | null },
): Promise<Problem | null> {
  const { runtime, request } = visit;
  await runtime.slowDown?.take("link", clientNetwork(request, runtime), person.email);
  const { admit, signUpNetwork } = newcomerOf(visit);
  const refusal = await refusalOf(admit(runtime.store.read, person.email));
  if (!refusal)
    await askForMailedLink(runtime, authContextOf(visit).site, { ask: "sign_up", ...person, signUpNetwork });
  return refusal;
}

/** Checks the new email address of an account. */
export const admitEmail = (visit: Visit, email: string): Promise<void> =>
  checked(visit, (place) => requireAdmitted(visit.runtime.store.read, place, { email }));

/** The page for new people while registration is closed, or null. */
export async function closedRegistration(visit: Visit, returnTo: string | null): Promise<Response | null> {
  const { mode, sentence } = await registrationOf(visit.runtime.store.read);
  if (mode !== "closed") return null;
  return answerPage(visit, {
    title: "Registration is closed",
    layout: "narrow",
    body: html`<h1>Registration is closed</h1>
<p class="lead">${sentence}</p>
<ul class="links" role="list"><li>Already have an account? <a href="/sign-in${returnQuery(returnTo)}">Sign in</a></li>
<li><a href="/contact">Contact the team</a></li></ul>`,
  });
}
