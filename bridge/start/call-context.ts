import type { Logger } from "pino";
import { composeMail } from "#auth/mails.ts";
import { hashSecret, newSecret as newSecretText } from "#auth/secrets.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { type Actor, isAccount } from "#tools/core/operations/actor.ts";
import type { CallContext, SiteUrls } from "#tools/core/operations/context.ts";
import type { Outbound } from "#tools/core/ports/outbound.ts";
import type { Seller } from "#tools/core/ports/seller.ts";
import type { VatRegister } from "#tools/core/ports/vat-register.ts";

/** Who takes the money of orders, and how much may be ordered before a person is asked. */
export type PaymentConfig = Pick<CallContext, "payments" | "simulatesPayments" | "dailyOrderLimit">;

/** What calls are made with, whoever makes them. */
export interface CallServices {
  store: Pick<Store, "read">;
  log: Logger;
  outbound: Pick<Outbound, "vet">;
  seller: Seller;
  /** Null where VAT ids are not looked up. */
  vatRegister: VatRegister | null;
  shop: PaymentConfig;
  now(): Date;
  /** `TEAM_EMAIL`. */
  teamEmail: string | null;
}

/** One call to be made: who acts, where, and under which id it is found in the log. */
export interface Act {
  actor: Actor;
  site: SiteRow;
  urls: SiteUrls;
  urlsOf: CallContext["urlsOf"];
  /** Asked for by few calls, so it may be a getter. */
  readonly address: string | null;
  requestId: string;
}

/** What an operator's call is made on before there is a site, and a job's that is about no site. */
export const noSite: SiteRow = {
  id: 0,
  key: "",
  name: "Slipway",
  host: null,
  tagline: "",
  currency: "EUR",
  settings: {},
  listingCount: 0,
};

/** Addresses of a site: the default one at `baseUrl`, another at its own host with the same scheme and port. */
export function siteUrlsAt(baseUrl: string, { host }: Pick<SiteRow, "host">): SiteUrls {
  const base = new URL(baseUrl);
  if (host) base.hostname = host;
  const { origin } = base;
  return { base: origin, api: `${origin}/api/v1`, mcp: `${origin}/mcp`, docs: `${origin}/docs` };
}

/** The context of a call; what a sandbox key would mail stops here. */
export function callContext(services: CallServices, act: Act): CallContext {
  const { store, log, outbound, seller, vatRegister, shop, now, teamEmail } = services;
  const { actor, site, urls, urlsOf, requestId } = act;
  const time = now();
  return {
    read: store.read,
    site,
    urls,
    urlsOf,
    actor,
    get address() {
      return act.address;
    },
    requestId,
    log,
    now: time,
    outbound,
    seller,
    vatRegister,
    ...shop,
    async mail(tx, recipient, content) {
      if (isAccount(actor) && actor.isTest) return;
      const { unsubscribeUrl, isAnswerable } = content;
      const body = composeMail({ name: site.name, base: urls.base }, content);
      const replyTo = (isAnswerable && teamEmail) || undefined;
      await queueMail(tx, { recipient, unsubscribeUrl, replyTo, ...body }, time);
    },
    teamEmail,
    newSecret,
    hashSecret,
  };
}

function newSecret(prefix?: string) {
  const secret = newSecretText(prefix);
  return { secret, hash: hashSecret(secret) };
}
