import * as z from "zod";
import type { ClientMetadata } from "#db/schema/oauth.ts";
import { OAuthError, type OAuthErrorCode } from "./errors.ts";
import { redirectFault } from "./redirects.ts";

// Shown on the consent page, so that nothing in it may hide, reorder or imitate other text there: line breaks become
// spaces, what is invisible goes (U+2800 is a blank that counts as a symbol).
const shownText = z
  .string()
  .max(100)
  .transform((text) =>
    text
      .replace(/\s+/g, " ")
      .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, "")
      .replace(/ +/g, " ")
      .trim(),
  );

// Shown beside it; with a user name in it, it would seem to be of another host.
const webUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((address) => !address.includes("@") || new URL(address).username === "", "must not hold a user name");

/** Client metadata of RFC 7591 §2 as far as it concerns us; the rest is ignored, as that section asks. Logos are never loaded. */
const schema = z.object({
  redirect_uris: z.array(z.string()).min(1).max(20),
  client_name: shownText.optional(),
  client_uri: webUrl.optional(),
  token_endpoint_auth_method: z
    .enum(["none", "client_secret_basic", "client_secret_post"])
    .default("client_secret_basic"),
  grant_types: z.array(z.string()).max(10).default(["authorization_code"]),
  response_types: z.array(z.string()).max(10).default(["code"]),
  application_type: z.enum(["web", "native"]).optional(),
  scope: z.string().max(1000).optional(),
  software_id: z.string().max(200).optional(),
  software_version: z.string().max(200).optional(),
});

/** Reads client metadata; throws `otherwise`, or invalid_redirect_uri for a redirect address that cannot be allowed. */
export function parseClientMetadata(raw: unknown, otherwise: OAuthErrorCode): ClientMetadata {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new OAuthError(otherwise, `${issue!.path.join(".") || "the metadata"}: ${issue!.message}`);
  }
  const { data } = parsed;
  for (const uri of data.redirect_uris) {
    const fault = redirectFault(uri);
    if (fault)
      throw new OAuthError(
        otherwise === "invalid_client" ? otherwise : "invalid_redirect_uri",
        `a redirect URI ${fault}`,
      );
  }
  if (!data.grant_types.includes("authorization_code"))
    throw new OAuthError(otherwise, "grant_types: only authorization_code, with refresh_token beside it, is supported");
  if (!data.response_types.includes("code")) throw new OAuthError(otherwise, "response_types: only code is supported");
  return {
    ...data,
    client_name: data.client_name || new URL(data.redirect_uris[0]!).host || "An unnamed app",
    // Every client that can hold a refresh token gets one (OAuth 2.1 §4.3); what it asked for beyond is not ours.
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}
