export const revisions = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof revisions)[number];
export const targets = ["real", "fixtures"] as const;
export type Target = (typeof targets)[number];

/**
 * The suite's server scenarios that do not pass, and why. All others pass, and so do all those for authorization
 * servers. Slipway is not a client, so scenarios for clients are not run.
 */
export interface Exclusion {
  scenarios: readonly string[];
  reason: string;
  /** Both servers if absent. */
  on?: Target;
  /** Both revisions if absent. */
  at?: Revision;
  /** All checks if absent. */
  checks?: readonly string[];
}

export const exclusions: readonly Exclusion[] = [
  {
    reason:
      "asks for tools, prompts or resources by the suite's own names; the fixtures behind the same endpoint have them",
    on: "real",
    scenarios: [
      "completion-complete",
      "http-custom-header-server-validation",
      "input-required-result-basic-elicitation",
      "input-required-result-basic-list-roots",
      "input-required-result-basic-sampling",
      "input-required-result-capability-check",
      "input-required-result-ignore-extra-params",
      "input-required-result-missing-input-response",
      "input-required-result-multi-round",
      "input-required-result-multiple-input-requests",
      "input-required-result-non-tool-request",
      "input-required-result-request-state",
      "input-required-result-result-type",
      "input-required-result-tampered-state",
      "json-schema-2020-12",
      "prompts-get-embedded-resource",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-with-image",
      "resources-read-binary",
      "resources-read-text",
      "resources-templates-read",
      "tasks-capability-negotiation",
      "tasks-dispatch-and-envelope",
      "tasks-lifecycle",
      "tasks-mrtr-composition",
      "tasks-mrtr-input",
      "tasks-request-headers",
      "tasks-request-state-removal",
      "tasks-required-task-error",
      "tasks-wire-fields",
      "tools-call-audio",
      "tools-call-embedded-resource",
      "tools-call-error",
      "tools-call-image",
      "tools-call-mixed-content",
      "tools-call-simple-text",
      "tools-call-with-logging",
      "tools-call-with-progress",
    ],
  },
  {
    reason: "calls tools of the suite's own names; the fixtures behind the same endpoint have them",
    on: "real",
    scenarios: ["server-stateless"],
    checks: [
      "sep-2575-server-rejects-undeclared-capability",
      "sep-2575-missing-capability-http-400",
      "sep-2575-http-server-no-independent-requests-on-stream",
      "sep-2575-server-no-log-without-loglevel",
    ],
  },
  {
    reason: "writes no log messages to clients, and in the older versions sends no news: both would need a session",
    on: "real",
    scenarios: ["logging-set-level", "resources-subscribe", "resources-unsubscribe"],
  },
  {
    reason: "asks the client in the middle of a call, as only a session can; this endpoint keeps none",
    scenarios: [
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "tools-call-elicitation",
      "tools-call-sampling",
    ],
  },
  {
    reason: "is about sessions and streams that are resumed, which a stateless endpoint has none of",
    scenarios: ["server-sse-polling"],
  },
  {
    reason: "is about sessions, which only the real server numbers for clients of older revisions",
    on: "fixtures",
    at: "2025-11-25",
    scenarios: ["server-session-lifecycle", "server-sse-multiple-streams"],
  },
  { reason: "the suite itself skips it, until it listens to streams", scenarios: ["tasks-status-notifications"] },
  {
    reason: "skills are one file each, so directories of them are not offered",
    scenarios: ["sep-2640-skills-directory"],
  },
  {
    reason: "skills are the real server's; the fixtures have none",
    on: "fixtures",
    scenarios: ["sep-2640-skills-enumeration", "sep-2640-skills-manifest"],
  },
];
