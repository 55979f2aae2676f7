/* global Scalar */
// Shows this site's OpenAPI document with @scalar/api-reference, which the script loaded before this module defines.

/** Sends no cookies, so that a call has only the rights of the key that the visitor entered. */
function fetchWithoutCookies(input, init) {
  const request = new Request(input, { ...init, credentials: "omit" });
  // Until a key is entered, Scalar sends only "Bearer", which the API rejects.
  if (request.headers.get("authorization")?.trim() === "Bearer") request.headers.delete("authorization");
  return fetch(request);
}

const description = await (await fetchWithoutCookies("/api/v1/openapi.json")).json();
// OAuth is left out because a client must be registered first, whereas an API key can simply be entered.
delete description.components.securitySchemes.oauth2;
for (const operation of Object.values(description.paths).flatMap(Object.values))
  operation.security = operation.security.filter((scheme) => !("oauth2" in scheme));

Scalar.createApiReference("#reference", {
  content: description,
  // The page may call only its own origin, whichever of the server's names the visitor used.
  servers: [{ url: `${location.origin}/api/v1` }],
  customFetch: fetchWithoutCookies,
  authentication: { preferredSecurityScheme: "api_key" },
  persistAuth: false,
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  documentDownloadType: "none",
  hideModels: true,
  hideDarkModeToggle: true,
  darkMode: matchMedia("(prefers-color-scheme: dark)").matches,
});
