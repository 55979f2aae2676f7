import type { Scope } from "#auth/scopes.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";

/** Somebody who reads what is public. */
export interface Anonymous {
  kind: "anonymous";
}

/** An account, and what it came through: its person in a browser, an app it let in, or an API key. */
export interface AccountActor {
  kind: "person" | "app" | "key";
  accountId: number;
  /** All of them for a person: scopes bound what somebody else may do in their name. */
  scopes: readonly Scope[];
  /** The credential, as the audit log names it: `browser`, `app:<client id>`, `key:12`. */
  via: string;
  /** A sandbox key: the same checks, but no mail, no money, no public effect. */
  isTest: boolean;
  /** Whether the person belongs to the team of the site. */
  isTeam?: boolean;
  /** Whether it is the person of a review account, whose apps and keys are in the sandbox. */
  isReview?: boolean;
  /** Of an app or key: what it came with. */
  credential?: { kind: "key" | "grant"; id: number };
  /** Of an app or key: what it may do without asking the person; all that the scopes cover where there is none. */
  approvalPolicy?: ApprovalPolicy | null;
  /** Where the person approved this very call of an app or key: which approval request, whose account, and what they saw of it. */
  approval?: { approvalRequest: number; by: number; seen: string };
}

/** Slipway's own work, or its operator's: no account. */
export interface ServiceActor {
  kind: "admin" | "job" | "webhook";
  /** `admin`, `job:week-rollover`, `webhook:stripe`. */
  via: string;
}

/** Who makes a call. */
export type Actor = Anonymous | AccountActor | ServiceActor;

/** Kinds of actor an operation may be open to; `team` is a person of the team. */
export type ActorKind = Actor["kind"] | "team";

export const anonymous: Anonymous = { kind: "anonymous" };

export const isAccount = (actor: Actor): actor is AccountActor => "accountId" in actor;

/** Who may call what declares scopes and nothing else. */
export const accountKinds = ["person", "app", "key"] as const satisfies ActorKind[];

/** Whether an operation that is open to `kinds` is open to this actor. */
export const isOneOf = (actor: Actor, kinds: readonly ActorKind[]): boolean =>
  kinds.includes(actor.kind) || (isAccount(actor) && actor.isTeam === true && kinds.includes("team"));
