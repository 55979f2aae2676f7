import * as z from "zod";
import type { ClientMetadata } from "#db/schema/oauth.ts";
import { OAuthError, type OAuthErrorCode } from "./errors.ts";
import { redirectFault } from "./redirects.ts";

// The consent page shows this text, so it must not hide, reorder or imitate other text. Line breaks become spaces, and
// invisible characters are removed. Unicode counts U+2800 as a symbol, although it looks blank.
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

// The consent page shows the host of this URL. A user name in the URL could look like another host.
const webUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((url) => !url.includes("@") || new URL(url).username === "", "must not contain a user name");

/**
 * The fields of RFC 7591 §2 that we use. Other fields are ignored, as that section requires. Logos are never loaded.
 */
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

/**
 * Reads client metadata. Throws an OAuthError with `code`, or with invalid_redirect_uri if a registration has an
 * invalid redirect URI.
 */
export function parseClientMetadata(raw: unknown, code: OAuthErrorCode): ClientMetadata {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new OAuthError(code, `${issue!.path.join(".") || "the metadata"}: ${issue!.message}`);
  }
  const { data } = parsed;
  const fault = data.redirect_uris.map(redirectFault).find((found) => found !== null);
  if (fault) throw new OAuthError(code === "invalid_client" ? code : "invalid_redirect_uri", `a redirect URI ${fault}`);
  if (!data.grant_types.includes("authorization_code"))
    throw new OAuthError(code, "grant_types: must include authorization_code");
  if (!data.response_types.includes("code")) throw new OAuthError(code, "response_types: must include code");
  return {
    ...data,
    client_name: data.client_name || new URL(data.redirect_uris[0]!).host || "Unnamed app",
    // Every client gets refresh tokens (OAuth 2.1 §4.3). We support no other grant types.
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}
