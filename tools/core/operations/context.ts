import type { Logger } from "pino";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Db, Tx } from "#db/store/store.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { Payments } from "../ports/payments.ts";
import type { Seller } from "../ports/seller.ts";
import type { VatRegister } from "../ports/vat-register.ts";
import { type AccountActor, type Actor, isAccount } from "./actor.ts";

/** The account a call is made for; only for operations that nobody without one may call. */
export function accountOf({ actor }: Pick<CallContext, "actor">): AccountActor {
  if (!isAccount(actor)) throw new Error("an operation that needs an account must declare scopes or actors");
  return actor;
}

/** Addresses of the site a call came to. */
export interface SiteUrls {
  /** Origin of the site's pages, without a slash at the end. */
  base: string;
  api: string;
  mcp: string;
  docs: string;
}

/** All an operation may use besides its input; made per call by the bridge. What it writes, it writes in its change. */
export interface CallContext {
  read: Db;
  site: SiteRow;
  urls: SiteUrls;
  /** Addresses of any site of the network. */
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
  actor: Actor;
  /** Client address, already resolved through trusted proxies; null for what no request asked for. */
  address: string | null;
  requestId: string;
  log: Logger;
  now: Date;
  /** Judges an address that a user gave, without the network. */
  outbound: Pick<Outbound, "vet">;
  /** Who sells what is for sale, on every site. */
  seller: Seller;
  /** Where VAT ids are looked up; null where nobody is asked, which is so in a dry run too. */
  vatRegister: VatRegister | null;
  /** Who takes the money of orders; null where nobody does. */
  payments: Payments | null;
  /** Whether orders are only played through where nobody takes money: never in production. */
  simulatesPayments: boolean;
  /** What one key or app may order in a UTC day without asking, net in euro cents; null without such a limit. */
  dailyOrderLimit: number | null;
  /** Sends a mail in the site's name once the transaction is committed; for a sandbox key it is not sent. */
  mail(tx: Tx, recipient: string, content: MailContent): Promise<void>;
  /** Where the people who run the sites are written to; null where they named no address. */
  teamEmail: string | null;
  /** A new random secret behind a prefix, and its fingerprint, which alone is stored. */
  newSecret(prefix?: string): { secret: string; hash: string };
  /** The fingerprint of a secret that somebody presents. */
  hashSecret(secret: string): string;
}
