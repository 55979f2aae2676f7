import type { ToolAnswer } from "./server.ts";

/** What a request says of its client, and what the person answered to what it was asked before. */
export interface AskedClient {
  capabilities?: { elicitation?: { url?: unknown } };
  inputResponses?: Record<string, unknown>;
}

/**
 * Where the client is to send the person, for what waits for them (MCP, "Elicitation", URL mode); null where it has not
 * declared that it opens addresses, or was asked already: then the answer itself has the link. What is typed into a
 * form of the client would not show that the person typed it, so nothing is approved by one.
 */
export function askByUrl(
  answer: ToolAnswer,
  { capabilities, inputResponses }: AskedClient,
): { message: string; url: string } | null {
  if (!("problem" in answer) || answer.problem.code !== "approval_required") return null;
  if (inputResponses !== undefined || capabilities?.elicitation?.url === undefined) return null;
  const url = answer.problem.nextActions.find(({ who }) => who === "human")?.url;
  return url === undefined ? null : { message: answer.problem.detail, url };
}
