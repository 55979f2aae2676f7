import type { Elysia } from "elysia";
import { lookup } from "#db/values/lookup.ts";
import { answerExamples, recordedBase } from "#tools/core/openapi/answers.ts";
import { type AnyTool, byRoute } from "#tools/core/operations/define.ts";
import { mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { siteDocument } from "../../http/server/site-document.ts";

export const answerExamplePath = (operation: string) => `/docs/answers/${operation}.json`;

/** Serves example responses as separate files, because including them would double the size of the pages. */
export function mountAnswerExamples(app: Elysia, tools: readonly AnyTool[], runtime: Runtime): void {
  const recorded = answerExamples(recordedBase);
  for (const tool of tools.filter(({ name }) => lookup(recorded, name)).flatMap(byRoute)) {
    const endpoint = siteDocument(runtime, "answer_example", ({ base }) => ({
      body: `${JSON.stringify(lookup(answerExamples(base), tool.name)![0], null, 2)}\n`,
      contentType: "application/json",
      cacheControl: "public, max-age=300",
      headers: { vary: "Host, Accept-Encoding", "x-robots-tag": "noindex" },
    }));
    mountPath(app, answerExamplePath(tool.operationId), { GET: endpoint }, runtime);
  }
}
