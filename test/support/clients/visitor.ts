import type { TestServer } from "../server/harness.ts";

export interface PageVisit {
  status: number;
  headers: Headers;
  html: string;
  /** Target of a redirect, as a path if it is on this site. */
  location: string | null;
}

/**
 * A browser without scripts. It keeps cookies, does not follow redirects, and sends the token of the last page with its
 * forms.
 */
export interface Visitor {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<PageVisit>;
  post(
    path: string,
    fields: Record<string, string | string[]> | FormData,
    headers?: Record<string, string>,
  ): Promise<PageVisit>;
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

/** Returns the path of the link in a mail. */
export const linkIn = (mail: { textBody: string }): string =>
  /https?:\/\/[^/\s]+(\/link\?token=\S+)/.exec(mail.textBody)![1]!;

/** Returns the target of the button that sends a person back to an app after an invalid request. */
export const backLink = (html: string): string | null =>
  /<a class="button" href="([^"]+)" rel="noreferrer">/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? null;

/** Signs up a new person with the emailed link. */
export async function signUpAs(server: TestServer, email: string, name = "Ada Quill"): Promise<Visitor> {
  const person = visitor(server);
  await person.post("/sign-up", { name, email });
  const [mail] = await server.mails();
  await openLinkOf(person, linkIn(mail!));
  return person;
}

/** Opens an emailed link and presses its button. */
export const openLinkOf = (person: Visitor, path: string, fields: Record<string, string> = {}): Promise<PageVisit> =>
  person.post("/link", { token: new URL(path, "http://localhost").searchParams.get("token")!, ...fields });
