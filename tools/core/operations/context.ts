import type { Logger } from "pino";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { InsightCounter } from "#db/schema/vocabulary.ts";
import type { Db, Tx } from "#db/store/store.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { Payments } from "../ports/payments.ts";
import type { Seller } from "../ports/seller.ts";
import type { VatRegister } from "../ports/vat-register.ts";
import { type AccountActor, type Actor, isAccount } from "./actor.ts";
import type { CountedListings } from "./serialized-output.ts";

export function accountOf({ actor }: Pick<CallContext, "actor">): AccountActor {
  if (!isAccount(actor)) throw new Error("an operation that needs an account must declare scopes or actors");
  return actor;
}

export interface SiteUrls {
  base: string;
  api: string;
  mcp: string;
  docs: string;
}

/** `query` is the text that was searched for, if this is the first page of the results. */
export type CountListings = (counter: InsightCounter, listings: CountedListings, at: Date, query?: string) => void;

export interface CallContext {
  read: Db;
  site: SiteRow;
  urls: SiteUrls;
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
  actor: Actor;
  /** The client's IP address, even behind trusted proxies; null if there is no request. */
  address: string | null;
  requestId: string;
  /** Counts the listings of a response, if the call is a visitor's. */
  count?: CountListings;
  /** True if the call has an idempotency key. */
  hasKey?: true;
  log: Logger;
  now: Date;
  outbound: Pick<Outbound, "vet">;
  seller: Seller;
  /** The VAT ID register, or null where none is used, such as in a dry run. */
  vatRegister: VatRegister | null;
  payments: Payments | null;
  /** Whether payments are simulated, without a provider. Never true in production. */
  simulatesPayments: boolean;
  /** The most that one key or app may order per UTC day without approval, net in euro cents; null means no limit. */
  dailyOrderLimit: number | null;
  /** Queues an email in the site's name. A sandbox key's emails are not sent. */
  mail(tx: Tx, recipient: string, content: MailContent): Promise<void>;
  teamEmail: string | null;
  /** Returns a new random secret and its hash. Only the hash is stored. */
  newSecret(prefix?: string): { secret: string; hash: string };
  hashSecret(secret: string): string;
}
