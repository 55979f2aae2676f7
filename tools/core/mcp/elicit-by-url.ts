import type { ToolAnswer } from "./server.ts";

export interface ClientState {
  capabilities?: { elicitation?: { url?: unknown } };
  inputResponses?: Record<string, unknown>;
}

/** Returns the page for URL mode elicitation. Form mode could not prove that the user filled in the form. */
export function elicitByUrl(
  answer: ToolAnswer,
  { capabilities, inputResponses }: ClientState,
): { message: string; url: string } | null {
  if (!("problem" in answer) || answer.problem.code !== "approval_required") return null;
  if (inputResponses !== undefined || capabilities?.elicitation?.url === undefined) return null;
  const url = answer.problem.nextActions.find(({ who }) => who === "human")?.url;
  return url === undefined ? null : { message: answer.problem.detail, url };
}
