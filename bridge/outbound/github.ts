import * as oauth from "oauth4webapi";
import * as z from "zod";
import { type ClientSettings, codeFlow, ProviderRefused, type SignInProvider } from "./openid.ts";

const userSchema = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub supports OAuth 2 with PKCE, but not OpenID, so its API names the user. */
export function gitHubProvider(
  settings: ClientSettings,
  { site, api } = { site: "https://github.com", api: "https://api.github.com" },
): SignInProvider {
  // GitHub sends this issuer in authorization responses (RFC 9207).
  const issuer = `${site}/login/oauth`;
  const server = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/access_token` };

  return codeFlow({ key: "github", label: "GitHub", issuer }, settings, {
    scope: "user:email",
    findServer: async () => server,

    async identify({ client, response }, options) {
      const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response);
      const headers = new Headers({ accept: "application/vnd.github+json" });
      const read = async (path: string): Promise<unknown> => {
        const url = new URL(api + path);
        const answer = await oauth.protectedResourceRequest(access_token, "GET", url, headers, null, options);
        if (!answer.ok) throw new ProviderRefused(`GitHub's API returned ${answer.status} for ${path}`);
        return answer.json();
      };
      const { id, login, name } = userSchema.parse(await read("/user"));
      const emails = emailsSchema.parse(await read("/user/emails?per_page=100"));
      const email = emails.find(({ primary, verified }) => primary && verified)?.email ?? null;
      return { issuer, subject: String(id), email, name: name ?? login };
    },
  });
}
