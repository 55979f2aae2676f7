import type { Newcomer } from "#auth/provided-accounts.ts";
import type { Db } from "#db/store/store.ts";
import { requireAdmitted, requireRegistration } from "#tools/abuse/shared/admit.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { shortNetwork } from "#tools/core/operations/client-network.ts";
import { registrationOf } from "#tools/site/shared/access.ts";
import { clientAddress } from "../../http/server/runtime.ts";
import { answerPage } from "../frame/answers.ts";
import { html } from "../frame/html.ts";
import { returnQuery, type Visit } from "../frame/visit.ts";

/** How a new account of this visitor is checked. Sign-up forms and providers use the same check. */
export function newcomerOf({ request, runtime, site, base, now }: Visit): Newcomer & {
  admit(db: Db, email: string): Promise<void>;
} {
  const network = clientAddress(request, runtime);
  return {
    signUpNetwork: shortNetwork(network),
    admit: (db, email) =>
      countingHits(runtime, requireRegistration(db, { site, urls: { base }, now }, { email, network })),
  };
}

/** Checks the new email address of an account. */
export const admitEmail = ({ runtime, site, base, now }: Visit, email: string): Promise<void> =>
  countingHits(runtime, requireAdmitted(runtime.store.read, { site, urls: { base }, now }, { email }));

const countingHits = ({ policy }: Visit["runtime"], check: Promise<void>): Promise<void> =>
  check.catch((error: unknown) => {
    if (error instanceof Problem && error.ruleId !== undefined) policy.countHit?.(error.ruleId);
    throw error;
  });

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
