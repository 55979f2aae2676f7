import { hashPassword } from "../auth/passwords.ts";
import { createAccount } from "../db/queries/accounts.ts";
import { type TestServer, testNow } from "./harness.ts";

/** A page as a browser without scripts has it. */
export interface Page {
  status: number;
  /** Where the answer leads, or null. */
  location: string | null;
  html: string;
  headers: Headers;
}

/** Someone with an account and a browser. */
export interface Person {
  accountId: number;
  open(url: string): Promise<Page>;
  /** Follows an authorization URL and answers the consent page; the address the browser is sent back to. */
  decide(authorizationUrl: string | URL, decision: "allow" | "deny", scopes?: string[]): Promise<string>;
}

const password = "four unrelated words here";

/** A new person who signs in with the form, on a browser that keeps cookies and follows nothing by itself. */
export async function signIn(server: TestServer, email = "person@example.test"): Promise<Person> {
  const passwordHash = await hashPassword(password);
  const { id: accountId } = await server.store.write((tx) =>
    createAccount(tx, { email, name: "Person", passwordHash, isVerified: true }, testNow),
  );
  const cookies = new Map<string, string>();

  async function send(url: string, form?: URLSearchParams): Promise<Page> {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(url, {
      method: form ? "POST" : "GET",
      headers: { cookie, ...(form && { origin: server.url }) },
      body: form,
      redirect: "manual",
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const { status, headers } = answer;
    return { status, headers, location: headers.get("location"), html: await answer.text() };
  }

  async function decide(url: string | URL, decision: string, scopes?: string[]): Promise<string> {
    const page = await send(String(url));
    if (page.status !== 200) throw new Error(`no consent page but ${page.status}: ${page.location ?? page.html}`);
    const { action, fields } = await formOf(page.html, "/oauth/authorize");
    const chosen = fields.filter(([name, value]) => name !== "scope" || !scopes || scopes.includes(value));
    const answer = await send(server.url + action, new URLSearchParams([...chosen, ["decision", decision]]));
    if (answer.location === null) throw new Error(`no redirect but ${answer.status}: ${answer.html}`);
    return answer.location;
  }

  const { action, fields } = await formOf((await send(`${server.url}/sign-in`)).html, "/sign-in");
  const filled = fields.filter(([name]) => name !== "email" && name !== "password");
  await send(server.url + action, new URLSearchParams([...filled, ["email", email], ["password", password]]));
  return { accountId, open: (url) => send(url), decide };
}

/** Hidden fields, ticked boxes and inputs of the form that is sent to `path`. */
async function formOf(html: string, path: string): Promise<{ action: string; fields: [string, string][] }> {
  const fields: [string, string][] = [];
  let action: string | undefined;
  const selector = `form[action^="${path}"]`;
  const reader = new HTMLRewriter()
    .on(selector, {
      element(form) {
        action = form.getAttribute("action")!;
      },
    })
    .on(`${selector} input`, {
      element(input) {
        if (input.getAttribute("type") === "checkbox" && !input.hasAttribute("checked")) return;
        fields.push([input.getAttribute("name")!, decoded(input.getAttribute("value") ?? "")]);
      },
    });
  await reader.transform(new Response(html)).text();
  if (action === undefined) throw new Error(`no form for ${path} in ${html}`);
  return { action, fields };
}

// HTMLRewriter leaves entities in attributes as they are.
const decoded = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name]!,
  );
