export const revisions = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof revisions)[number];
export type Target = "real" | "fixtures";

/** Where a scenario of the suite runs, at every revision it belongs to, or why it does not. */
export type Plan =
  | {
      on: readonly Target[];
      /** Checks that only a server with the suite's own tools, prompts and resources can pass. */
      checksOfFixtures?: readonly string[];
      leftOutAt?: Partial<Record<Revision, string>>;
    }
  | { leftOut: string };

const both = { on: ["real", "fixtures"] } as const satisfies Plan;
const fixtures = { on: ["fixtures"] } as const satisfies Plan;
const asksMidCall = {
  leftOut: "asks the client in the middle of a call, as only a session can; this endpoint keeps none",
} as const satisfies Plan;
const sessions = { leftOut: "about sessions and resumable streams, which a stateless endpoint has none of" };
const tasks = { leftOut: "the tasks extension is not offered" };
const skills = { leftOut: "the skills extension is not offered" };

/** Every server scenario that the installed suite knows. */
export const scenarios: Record<string, Plan> = {
  "server-initialize": both,
  "server-session-lifecycle": sessions,
  "server-stateless": {
    on: ["real", "fixtures"],
    checksOfFixtures: [
      "sep-2575-server-rejects-undeclared-capability",
      "sep-2575-missing-capability-http-400",
      "sep-2575-http-server-no-independent-requests-on-stream",
      "sep-2575-server-no-log-without-loglevel",
    ],
  },
  "logging-set-level": fixtures,
  ping: both,
  "completion-complete": fixtures,
  "tools-list": both,
  "tools-call-simple-text": fixtures,
  "tools-call-image": fixtures,
  "tools-call-audio": fixtures,
  "tools-call-embedded-resource": fixtures,
  "tools-call-mixed-content": fixtures,
  "tools-call-with-logging": fixtures,
  "tools-call-error": fixtures,
  "tools-call-with-progress": fixtures,
  "tools-call-sampling": asksMidCall,
  "tools-call-elicitation": asksMidCall,
  "json-schema-2020-12": fixtures,
  "elicitation-sep1034-defaults": asksMidCall,
  "server-sse-polling": sessions,
  "server-sse-multiple-streams": { on: ["real", "fixtures"], leftOutAt: { "2025-11-25": sessions.leftOut } },
  "elicitation-sep1330-enums": asksMidCall,
  "resources-list": fixtures,
  "resources-read-text": fixtures,
  "resources-read-binary": fixtures,
  "resources-templates-read": fixtures,
  "resources-subscribe": fixtures,
  "resources-unsubscribe": fixtures,
  "sep-2164-resource-not-found": fixtures,
  "sep-2640-skills-directory": skills,
  "sep-2640-skills-enumeration": skills,
  "sep-2640-skills-manifest": skills,
  "prompts-list": fixtures,
  "prompts-get-simple": fixtures,
  "prompts-get-with-args": fixtures,
  "prompts-get-embedded-resource": fixtures,
  "prompts-get-with-image": fixtures,
  "dns-rebinding-protection": both,
  caching: {
    on: ["real", "fixtures"],
    checksOfFixtures: [
      "sep-2549-prompts-list-caching-hints",
      "sep-2549-resources-list-caching-hints",
      "sep-2549-resources-templates-list-caching-hints",
    ],
  },
  "http-header-validation": both,
  "http-custom-header-server-validation": fixtures,
  "tasks-lifecycle": tasks,
  "tasks-capability-negotiation": tasks,
  "tasks-wire-fields": tasks,
  "tasks-request-state-removal": tasks,
  "tasks-mrtr-input": tasks,
  "tasks-request-headers": tasks,
  "tasks-dispatch-and-envelope": tasks,
  "tasks-status-notifications": tasks,
  "tasks-required-task-error": tasks,
  "tasks-mrtr-composition": tasks,
  "input-required-result-basic-elicitation": fixtures,
  "input-required-result-basic-sampling": fixtures,
  "input-required-result-basic-list-roots": fixtures,
  "input-required-result-request-state": fixtures,
  "input-required-result-multiple-input-requests": fixtures,
  "input-required-result-multi-round": fixtures,
  "input-required-result-missing-input-response": fixtures,
  "input-required-result-non-tool-request": fixtures,
  "input-required-result-result-type": fixtures,
  "input-required-result-unsupported-methods": fixtures,
  "input-required-result-tampered-state": fixtures,
  "input-required-result-capability-check": fixtures,
  "input-required-result-ignore-extra-params": fixtures,
  "input-required-result-validate-input": fixtures,
};
