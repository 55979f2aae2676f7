import { profiles, toolSetAt } from "#tools/core/mcp/profiles.ts";
import { accessTexts } from "#tools/core/mcp/protocol-versions.ts";
import { tools } from "#tools/registry.ts";
import { type Html, html } from "../frame/html.ts";
import { type ClientSteps, clientSteps } from "./mcp-clients.ts";
import type { View } from "./public-page.ts";

/** `/mcp` for people: its address and the steps for each client, with all tools or with those that the query chooses. */
export const connectView: View = {
  path: "/mcp",
  name: "connect_page",
  maxAge: 3600,
  async page(_ask, { site, urls, query }) {
    const { query: choice } = toolSetAt(tools, query);
    const address = choice === "" ? urls.mcp : `${urls.mcp}?${choice}`;
    const steps = clientSteps(address);
    const title = `Connect an assistant to ${site.name}`;
    return {
      title,
      description: `The MCP server of ${site.name}: its address, and how Claude, ChatGPT, VS Code, Cursor and others are told of it.`,
      canonical: urls.mcp,
      layout: "wide",
      text: inMarkdown(title, address, steps),
      body: html`<h1>${title}</h1>
<p class="lead">Give an assistant this address, and it can search the directory, and submit and look after products with you. Reading needs no account; for the rest it opens a page where you sign in and say what it may do.</p>
<p><code class="address">${address}</code></p>
<h2>Which tools it gets</h2>
<ul class="plain-list">
${choiceItem("", choice, "every tool")}
${profiles.map(({ name, about }) => choiceItem(`profile=${name}`, choice, about))}</ul>
<h2>How to add it</h2>
<div class="clients">${steps.map(clientCard)}</div>
<p>Then ask, for example, “Which photo backup tools launched lately, and how do the best two compare?” <a href="/docs">All it can do</a> · <a href="/mcp/server-card">Server card</a> · <a href="/server.json">Registry record</a></p>
<h2>Versions and sign-in</h2>
<p>${accessTexts.versions}</p>
<p>${accessTexts.signIn} <a href="/account/keys">Create an API key</a></p>`,
    };
  },
};

/** A choice of tools, and what it is for; the steps below are for the one that is chosen. */
function choiceItem(query: string, chosen: string, about: string): Html {
  const path = query === "" ? "/mcp" : `/mcp?${query}`;
  const count = toolSetAt(tools, new URLSearchParams(query)).tools.length;
  return html`<li><a href="${path}"${query === chosen && html` aria-current="true"`}>${path}</a>, ${count} tools: ${about}${query === chosen && html`. <strong>Chosen below</strong>`}</li>
`;
}

const clientCard = (
  { name, how, code, link }: ClientSteps,
  i: number,
): Html => html`<section class="card" aria-labelledby="client-${i}">
<h3 id="client-${i}">${name}</h3>
${link && html`<p><a class="button" href="${link}">Add to ${name}</a></p>`}
<p>${how}</p>
<pre class="snippet copied" tabindex="0" role="region" aria-labelledby="client-${i}"><code>${code}</code></pre>
</section>
`;

const inMarkdown = (title: string, address: string, steps: ClientSteps[]): string =>
  [
    `# ${title}`,
    `The address of the MCP server (streamable HTTP): ${address}`,
    ...profiles.map(({ name, about }) => `- \`/mcp?profile=${name}\`: ${about}`),
    `${accessTexts.versions} ${accessTexts.signIn}`,
    ...steps.map(
      ({ name, how, code, link }) =>
        `## ${name}\n\n${how}\n\n    ${code.replaceAll("\n", "\n    ")}${link ? `\n\n${link}` : ""}`,
    ),
  ].join("\n\n");
