import { lookup } from "#db/values/lookup.ts";
import { signInPath, type Visit } from "./visit.ts";

// The path to return to carries what the visitor pressed. The sign-in page can then say why the person is there, and
// the page after it can ask the person to press again. Nothing happens automatically, because anyone can link to it.
const parameter = "to";

export type Purpose = "follow" | `vote.${string}`;

/** The sign-in page for someone who pressed a button on the page at `currentPath`. */
export function signInTo(purpose: Purpose, currentPath: string): string {
  const url = new URL(currentPath, "http://localhost");
  url.searchParams.set(parameter, purpose);
  return signInPath(url.pathname + url.search);
}

/** Returns what a visitor pressed: the act, and the slug of the listing to vote for. */
export function purposeOf({ searchParams }: URL): { act: string; slug: string } {
  const [act = "", slug = ""] = (searchParams.get(parameter) ?? "").split(".");
  return { act, slug };
}

/** Removes the purpose from a URL, for links back to the same page. */
export function withoutPurpose(url: URL): URL {
  if (url.searchParams.has(parameter)) url.searchParams.delete(parameter);
  return url;
}

const notices: Record<string, string> = {
  vote: "You are signed in. Press the arrow to vote.",
  follow: "You are signed in. Press Follow to get emails.",
};

export const signedInNotice = ({ url }: Pick<Visit, "url">): string | undefined => lookup(notices, purposeOf(url).act);
