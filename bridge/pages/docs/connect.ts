import { profiles, toolSetAt } from "#tools/core/mcp/profiles.ts";
import { accessTexts } from "#tools/core/mcp/protocol-versions.ts";
import { tools } from "#tools/registry.ts";
import type { PublicPage } from "../frame/define-page.ts";
import { type Html, html } from "../frame/html.ts";
import { type ClientSteps, clientSteps } from "./mcp-clients.ts";

export const connectPage: PublicPage = {
  path: "/mcp",
  name: "connect_page",
  audience: "everyone",
  maxAge: 3600,
  async get(_ask, { site, urls, query }) {
    const { query: choice } = toolSetAt(tools, query);
    const url = choice === "" ? urls.mcp : `${urls.mcp}?${choice}`;
    const steps = clientSteps(url);
    const title = `Connect an assistant to ${site.name}`;
    return {
      title,
      description: `The URL of the ${site.name} MCP server, and how to add it to Claude, ChatGPT, VS Code, Cursor and other clients.`,
      canonical: urls.mcp,
      layout: "wide",
      text: connectMarkdown(title, url, steps),
      body: html`<h1>${title}</h1>
<p class="lead">Add this URL to your assistant. It can then search the directory, and help you submit and manage products. Reading needs no account. For everything else, the assistant will open a page where you sign in and choose what it may do.</p>
<p><code class="address">${url}</code></p>
<h2>Choose the tools</h2>
<ul class="plain-list">
${choiceItem("", choice, "tools for all operations")}
${profiles.map(({ name, about }) => choiceItem(`profile=${name}`, choice, about))}</ul>
<h2>Add it to your assistant</h2>
<div class="clients">${steps.map(clientCard)}</div>
<p>Then ask, for example, “Which photo backup tools launched recently, and how do the best two compare?” <a href="/docs/api">All tools</a> · <a href="/mcp/server-card">Server card</a> · <a href="/server.json">Registry record</a></p>
<h2>Versions and sign-in</h2>
<p>${accessTexts.versions}</p>
<p>${accessTexts.signIn} <a href="/account/keys">Create an API key</a></p>`,
    };
  },
};

function choiceItem(query: string, chosen: string, about: string): Html {
  const path = query === "" ? "/mcp" : `/mcp?${query}`;
  const count = toolSetAt(tools, new URLSearchParams(query)).tools.length;
  return html`<li><a href="${path}"${query === chosen && html` aria-current="true"`}>${path}</a>, ${count} ${about}${query === chosen && html`. <strong>Used in the steps below</strong>`}</li>
`;
}

const clientCard = ({ name, how, code, link }: ClientSteps, i: number) =>
  html`<section class="card" aria-labelledby="client-${i}">
<h3 id="client-${i}">${name}</h3>
${link && html`<p><a class="button" href="${link}">Add to ${name}</a></p>`}
<p>${how}</p>
<pre class="snippet copied" tabindex="0" role="region" aria-labelledby="client-${i}"><code>${code}</code></pre>
</section>
`;

const connectMarkdown = (title: string, url: string, steps: ClientSteps[]): string =>
  [
    `# ${title}`,
    `The URL of the MCP server (Streamable HTTP): ${url}`,
    ...profiles.map(({ name, about }) => `- \`/mcp?profile=${name}\`: ${about}`),
    `${accessTexts.versions} ${accessTexts.signIn}`,
    ...steps.map(
      ({ name, how, code, link }) =>
        `## ${name}\n\n${how}\n\n    ${code.replaceAll("\n", "\n    ")}${link ? `\n\n${link}` : ""}`,
    ),
  ].join("\n\n");
