import type { TestServer } from "./harness.ts";
import { type PageVisit, signUpAs } from "./visitor.ts";

/** Someone who signed in, and whom clients send to the authorization endpoint. */
export interface Person {
  open(url: string | URL): Promise<PageVisit>;
  /** Follows an authorization URL and answers the consent page; the address the browser is sent back to. */
  decide(authorizationUrl: string | URL, decision: "allow" | "deny", scopes?: string[]): Promise<string>;
}

export async function newPerson(server: TestServer, email = "person@example.test"): Promise<Person> {
  const browser = await signUpAs(server, email);
  const open = (url: string | URL) => browser.get(String(url).slice(server.url.length));
  return {
    open,
    async decide(url, decision, scopes) {
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

/** What a browser would send of the form at `path`: its hidden fields and ticked boxes. */
async function formOf(html: string, path: string): Promise<Record<string, string[]>> {
  const fields: Record<string, string[]> = {};
  const reader = new HTMLRewriter().on(`form[action="${path}"] input`, {
    element(input) {
      if (input.getAttribute("type") === "checkbox" && !input.hasAttribute("checked")) return;
      const name = input.getAttribute("name")!;
      fields[name] = [...(fields[name] ?? []), decoded(input.getAttribute("value") ?? "")];
    },
  });
  await reader.transform(new Response(html)).text();
  return fields;
}

// HTMLRewriter leaves entities in attributes as they are.
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);
