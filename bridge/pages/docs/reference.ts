import { join } from "node:path";
import type { Elysia } from "elysia";
import { mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { siteDocument } from "../../http/server/site-document.ts";
import { mountAsset } from "../frame/assets.ts";
import { html } from "../frame/html.ts";
import { iconPath } from "../frame/icon.ts";
import { apiGroup } from "./api-pages.ts";
import type { DocsLink } from "./docs-page.ts";
import { mountFile, storedFilePath } from "./stored-file.ts";

/** `bun run reference-asset` copies this file from the pinned package. */
const bundleFile = join(import.meta.dir, "reference/scalar.js.gz");

export const referenceLink: DocsLink = {
  path: "/docs/reference",
  title: "Interactive reference",
  group: apiGroup,
  description: "Call any operation in the browser with your own API key.",
};

/**
 * Uses @scalar/api-reference directly. The plugin @elysiajs/swagger needs inline scripts and adds four production
 * dependencies. It also does not accept `customFetch`, which our calls use to omit cookies.
 */
export function mountReference(app: Elysia, runtime: Runtime): void {
  const bundle = storedFilePath(bundleFile);
  mountFile(app, bundle, bundleFile, runtime);
  const [stylesheet, module] = ["css", "js"].map((extension) =>
    mountAsset(app, "reference", [join(import.meta.dir, `reference.${extension}`)], runtime),
  );
  const endpoint = siteDocument(runtime, "docs_reference", (_urls, { name }) => ({
    body: `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>API reference · ${name}</title>
<link rel="icon" type="image/svg+xml" href="${iconPath}">
<link rel="stylesheet" href="${stylesheet!}">
<script defer src="${bundle}"></script>
<script type="module" src="${module!}"></script>
</head>
<body>
<header class="reference-top"><a href="/docs">${name} documentation</a> <a href="/docs/api">API pages</a> <a href="/account/keys">Your API keys</a></header>
<noscript><main><p>This page needs JavaScript. The <a href="/docs/api">API pages</a> describe the same operations and work without JavaScript.</p></main></noscript>
<div id="reference"></div>
</body>
</html>
`}`,
    contentType: "text/html; charset=utf-8",
    cacheControl: "public, max-age=300",
    headers: {
      // Inline styles are allowed because Scalar adds style elements and attributes.
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      vary: "Host, Accept-Encoding",
    },
  }));
  mountPath(app, referenceLink.path, { GET: endpoint }, runtime);
}
