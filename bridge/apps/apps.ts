import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fieldNames, listingFields } from "#db/schema/listing-fields.ts";
import type { AppName, McpApp } from "#tools/core/operations/app-names.ts";

const read = (file: string) => readFileSync(join(import.meta.dir, file), "utf8");

/** Joins modules into one script, because an app cannot load other files. */
const joined = (...files: string[]) =>
  files
    .map(read)
    .join("\n")
    .replace(/^import [^;]+;$/gm, "")
    .replace(/^export /gm, "");

const labels = Object.fromEntries(fieldNames.map((name) => [name, listingFields[name].label]));

/** Serialises a value as JSON with `<` escaped, so that no text in the value can close the surrounding HTML element. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * The Content Security Policy. It is part of each app, because some hosts do not enforce it. It contains no script
 * hashes, because they would block the scripts that hosts inject.
 */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function app(name: AppName, title: string, description: string): McpApp {
  const style = read("app.css");
  const script = joined("host.js", `${name}.js`);
  return {
    name,
    title,
    description,
    html: (base) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${style}</style>
</head>
<body>
<main><h1>${title}</h1><p>Waiting for the result.</p></main>
<p id="status" role="status"></p>
<script type="application/json" id="config">${inlineJson({ base, labels })}</script>
<script type="module">
${script}</script>
</body>
</html>
`,
  };
}

export const apps: readonly McpApp[] = [
  app(
    "draft",
    "Draft to review",
    "A draft listing. Each field appears beside the passage of the website on which it is based.",
  ),
  app("quote", "Quote or order", "The price of each line of an order, the reason for its VAT, and a payment link."),
  app("board", "Leaderboard or launch week", "The listings of a leaderboard or launch week, with ranks and votes."),
];
