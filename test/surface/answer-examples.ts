import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { recordedBase } from "#tools/core/openapi/answers.ts";
import { tools } from "#tools/registry.ts";
import { sendTool } from "../support/clients/tool-caller.ts";
import { startTestServer, testNow } from "../support/server/harness.ts";
import { temporary } from "../support/server/temporary.ts";

const mostItems = 2;
/** What a claim is proved by differs each time. */
const randomToken = /slipway-verification=[\w-]{43}/g;
const recordedToken = `slipway-verification=${"x".repeat(43)}`;

/** What each tool answers its examples with over REST, as the founder of the demo directory, in the registry's order. */
export async function recordAnswers(): Promise<Record<string, unknown[]>> {
  const server = await startTestServer();
  const { key } = (await demoSignIn(server.store, temporary, testNow))!;
  const answers: Record<string, unknown[]> = {};
  for (const tool of tools) {
    answers[tool.name] = [];
    for (const example of tool.examples) {
      const response = await sendTool(server, tool, example, { authorization: `Bearer ${key}` });
      if (!response.ok) throw new Error(`${tool.name} answers its example with ${response.status}`);
      const said = await response.text();
      const text = said
        .replaceAll(server.url, recordedBase)
        .replaceAll(randomToken, recordedToken)
        // The secret of an order's link is another each time.
        .replace(/key=[\w-]{43}/g, `key=${"x".repeat(43)}`);
      answers[tool.name]!.push(shortened(JSON.parse(text)));
    }
  }
  await server.stop();
  return answers;
}

/** The same with each list cut, so that a reader sees the shape at a glance. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostItems).map(shortened);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}
