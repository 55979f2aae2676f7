import type { TestServer } from "../server/harness.ts";

export interface PageVisit {
  status: number;
  headers: Headers;
  html: string;
  /** Where a redirect leads, as a path where it stays with us. */
  location: string | null;
}

/** A browser without scripts: it keeps cookies, follows no redirect, and sends the token of the last page with its forms. */
export interface Visitor {
  cookies: Map<string, string>;
  /** Path of the last page. */
  get(path: string, headers?: Record<string, string>): Promise<PageVisit>;
  post(
    path: string,
    fields: Record<string, string | string[]> | FormData,
    headers?: Record<string, string>,
  ): Promise<PageVisit>;
  /** A token for forms, taken from a page. */
  token(): Promise<string>;
}

export function visitor({ url }: Pick<TestServer, "url">): Visitor {
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit): Promise<PageVisit> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(url + path, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === "" || /max-age=0\b/i.test(line)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    const location = response.headers.get("location")?.replace(url, "") ?? null;
    return { status: response.status, headers: response.headers, html: await response.text(), location };
  }

  const get: Visitor["get"] = (path, headers = {}) => send(path, { headers });
  const token = async () => {
    const signedOut = await get("/sign-up");
    const { html } = signedOut.location ? await get("/account") : signedOut;
    return /name="form_token" value="([^"]+)"/.exec(html)![1]!;
  };
  return {
    cookies,
    get,
    token,
    async post(path, fields, headers = {}) {
      const given = fields instanceof FormData ? fields : new URLSearchParams();
      if (!(fields instanceof FormData))
        for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) given.append(name, one);
      if (!given.has("form_token")) given.set("form_token", await token());
      return send(path, { method: "POST", body: given, headers: { origin: url, ...headers } });
    },
  };
}

/** The path of the link in a mail. */
export const linkIn = (mail: { textBody: string }): string =>
  /https?:\/\/[^/\s]+(\/link\?token=\S+)/.exec(mail.textBody)![1]!;

/** Where the button leads by which a person agrees to be sent back to an app that asked wrongly. */
export const backLink = (html: string): string | null =>
  /<a class="button" href="([^"]+)" rel="noreferrer">/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? null;

/** Signs a new person up by the mailed link. */
export async function signUpAs(server: TestServer, email: string, name = "Ada Quill"): Promise<Visitor> {
  const person = visitor(server);
  await person.post("/sign-up", { name, email });
  const [mail] = await server.mails();
  await openLinkOf(person, linkIn(mail!));
  return person;
}

/** Opens a mailed link and presses its button. */
export const openLinkOf = (person: Visitor, path: string, fields: Record<string, string> = {}): Promise<PageVisit> =>
  person.post("/link", { token: new URL(path, "http://localhost").searchParams.get("token")!, ...fields });
