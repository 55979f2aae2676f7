/* global Scalar */
// Shows the OpenAPI document of this site with @scalar/api-reference, the script before this one.
Scalar.createApiReference("#reference", {
  url: "/api/v1/openapi.json",
  // Cookies of a signed-in person must not take part: only the key that is typed in counts.
  customFetch: (input, init) => fetch(input, { ...init, credentials: "omit" }),
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
  authentication: { preferredSecurityScheme: "api_key" },
});
