import type { Scope } from "#auth/scopes.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";

export interface Anonymous {
  kind: "anonymous";
}

export interface AccountActor {
  kind: "person" | "app" | "key";
  accountId: number;
  /** A person has all scopes of accounts, and the team scopes of their role. */
  scopes: readonly Scope[];
  /** The credential in the audit log: `browser`, `app:<client id>`, `key:12`. */
  via: string;
  /** True for a sandbox key. Its calls get the same checks, but send no emails, cost no money and stay private. */
  isTest: boolean;
  /** True for the person who uses a review account, whose apps and keys use the sandbox. */
  isReview?: boolean;
  credential?: { kind: "key" | "grant"; id: number };
  /** What an app or key may do without approval. Without a policy, the scopes are the only limit. */
  approvalPolicy?: ApprovalPolicy | null;
  /** `seen` is the hash of what the person reviewed. */
  approval?: { approvalRequest: number; by: number; seen: string };
}

export interface ServiceActor {
  kind: "admin" | "job" | "webhook";
  via: string;
}

export type Actor = Anonymous | AccountActor | ServiceActor;

export type ActorKind = Actor["kind"];

export const anonymous: Anonymous = { kind: "anonymous" };

/** Whether the actor is the operator or an admin of the team. */
export const isAdminActor = (actor: Actor): boolean =>
  isAccount(actor) ? actor.scopes.includes("team:admin") : actor.kind !== "anonymous";

export const isAccount = (actor: Actor): actor is AccountActor => "accountId" in actor;

/** The kinds of actor that may call an operation with scopes but without `actors`. */
export const accountKinds = ["person", "app", "key"] as const satisfies ActorKind[];

/** Returns the email of an account for operators and for admins of the team, and null for anyone else. */
export const emailFor = (actor: Actor, email: string): string | null => (isAdminActor(actor) ? email : null);
