import type { Logger } from "pino";
import type { Scope } from "../../auth/scopes.ts";
import type { MailContent } from "../../db/queries/mail.ts";
import type { SiteRow } from "../../db/queries/sites.ts";
import type { Db } from "../../db/store.ts";
import type { Outbound } from "./outbound.ts";

/** On whose behalf a call is made. */
export type Caller =
  | { kind: "anonymous" }
  | {
      kind: "account";
      accountId: number;
      scopes: readonly Scope[];
      /** The credential, as audit rows name it: `key:12`, `app:<client id>`. */
      via: string;
      /** A sandbox key: the same checks, but no mail, no money, no public effect. */
      isTest: boolean;
    };

/** The caller of a tool that declares scopes: `callTool` lets nobody else through to it. */
export type AccountCaller = Extract<Caller, { kind: "account" }>;

/** The account a call is made for; only for tools that declare scopes. */
export function accountOf({ caller }: Pick<CallContext, "caller">): AccountCaller {
  if (caller.kind !== "account") throw new Error("a tool that needs an account must declare scopes");
  return caller;
}

/** Addresses of the site a call came to. */
export interface SiteUrls {
  /** Origin of the site's pages, without a slash at the end. */
  base: string;
  api: string;
  mcp: string;
  docs: string;
}

/** All a tool may use besides its input; made per call by the bridge. What it writes, it writes in its change. */
export interface CallContext {
  read: Db;
  site: SiteRow;
  urls: SiteUrls;
  caller: Caller;
  /** Client address, already resolved through trusted proxies. */
  address: string;
  requestId: string;
  log: Logger;
  now: Date;
  /** Judges an address that a user gave, without the network. */
  outbound: Pick<Outbound, "vet">;
  /** Sends a mail in the site's name once the transaction is committed. */
  mail(tx: Db, recipient: string, content: MailContent): Promise<void>;
  /** A new random secret for a link, and its fingerprint, which alone is stored. */
  newSecret(): { secret: string; hash: string };
}
