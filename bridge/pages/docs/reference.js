/* global Scalar */
// Shows the OpenAPI document of this site with @scalar/api-reference, which the script before this module defines.

/** Sends no cookies, so that a call has the rights of the key that was typed in and no others. */
function fetchWithoutCookies(input, init) {
  const request = new Request(input, { ...init, credentials: "omit" });
  // Scalar sends "Bearer" alone while no key is typed in, which the API rejects.
  if (request.headers.get("authorization")?.trim() === "Bearer") request.headers.delete("authorization");
  return fetch(request);
}

const description = await (await fetchWithoutCookies("/api/v1/openapi.json")).json();
// An OAuth client has to be registered first; an API key can be typed in.
delete description.components.securitySchemes.oauth2;
for (const operation of Object.values(description.paths).flatMap(Object.values))
  operation.security = operation.security.filter((scheme) => !("oauth2" in scheme));

Scalar.createApiReference("#reference", {
  content: description,
  // The page may call its own origin only, whichever of its names the visitor used.
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
