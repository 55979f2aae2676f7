import type { TestServer } from "../server/harness.ts";
import { formOf } from "./page-form.ts";
import { signUpAs } from "./visitor.ts";

export type Person = Awaited<ReturnType<typeof newPerson>>;

/** Signs up a person whom clients send to the authorization endpoint. */
export async function newPerson(server: TestServer, email = "person@example.test") {
  const browser = await signUpAs(server, email);
  const open = (url: string | URL) => browser.get(String(url).slice(server.url.length));
  return {
    open,
    /** Follows an authorization URL and answers the consent page. Returns the redirect URL. */
    async decide(url: string | URL, decision: "allow" | "deny", scopes?: string[]): Promise<string> {
      const page = await open(url);
      if (page.status !== 200) throw new Error(`no consent page but ${page.status}: ${page.location ?? page.html}`);
      const form = await formOf(page.html, "/oauth/authorize");
      const scope = scopes ? form.scope!.filter((name) => scopes.includes(name)) : form.scope!;
      const { location, ...answer } = await browser.post("/oauth/authorize", { ...form, scope, decision });
      if (location === null) throw new Error(`no redirect but ${answer.status}: ${answer.html}`);
      return location;
    },
  };
}
