import { openText, sealText } from "#db/keys/sealed-text.ts";
import type { SignedInVisit } from "../frame/visit.ts";

const maxAgeSeconds = 120;
const placeOf = ({ account }: SignedInVisit, name: string) => `${name}:${account.id}`;

/** Carries a new secret over a redirect to the page that shows it. The secret is sealed in a cookie. */
export function keepOnce(visit: SignedInVisit, name: string, value: object): void {
  const sealed = sealText(visit.runtime.store.read, JSON.stringify(value), placeOf(visit, name));
  visit.cookies.set("newKey", sealed, maxAgeSeconds);
}

/** Returns the secret that this browser has just created. A reload of the page gets none. */
export function takeOnce<Value extends object>(visit: SignedInVisit, name: string): Value | undefined {
  const sealed = visit.cookies.get("newKey");
  if (sealed === undefined) return undefined;
  visit.cookies.clear("newKey");
  const text = openText(visit.runtime.store.read, sealed, placeOf(visit, name));
  return text === null ? undefined : JSON.parse(text);
}
