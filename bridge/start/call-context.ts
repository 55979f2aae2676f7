import type { Logger } from "pino";
import { composeMail, type MailingSite } from "#auth/mails.ts";
import { hashSecret, newSecret } from "#auth/secrets.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { type Actor, isAccount } from "#tools/core/operations/actor.ts";
import type { CallContext, SiteUrls } from "#tools/core/operations/context.ts";
import type { Outbound } from "#tools/core/ports/outbound.ts";
import type { Seller } from "#tools/core/ports/seller.ts";
import type { VatRegister } from "#tools/core/ports/vat-register.ts";

export type PaymentConfig = Pick<CallContext, "payments" | "simulatesPayments" | "dailyOrderLimit">;

export interface CallServices {
  store: Pick<Store, "read">;
  log: Logger;
  outbound: Pick<Outbound, "vet">;
  seller: Seller;
  vatRegister: VatRegister | null;
  shop: PaymentConfig;
  now(): Date;
  teamEmail: string | null;
}

/** The caller of an operation, its site and its request ID. */
export interface CallOrigin {
  actor: Actor;
  site: SiteRow;
  urls: SiteUrls;
  urlsOf: CallContext["urlsOf"];
  /** The client's IP address. It may be a getter, because few calls need it. */
  readonly address: string | null;
  requestId: string;
  count?: CallContext["count"];
}

/** The site of an operator's call before the first site exists, and of a job that concerns no site. */
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

/**
 * Returns the URLs of a site. The default site has `baseUrl`; other sites have their own host with the same scheme and
 * port.
 */
export function siteUrlsAt(baseUrl: string, { host }: Pick<SiteRow, "host">): SiteUrls {
  const base = new URL(baseUrl);
  if (host) base.hostname = host;
  const { origin } = base;
  return { base: origin, api: `${origin}/api/v1`, mcp: `${origin}/mcp`, docs: `${origin}/docs` };
}

export function mailingSite({ name, settings }: Pick<SiteRow, "name" | "settings">, base: string): MailingSite {
  const { accent, logo, mailBackground } = settings.look ?? {};
  return { name, base, accent, background: mailBackground, logo: logo && `${base}/media/${logo}` };
}

/** Creates the context of a call. Mail that a sandbox key would send is dropped. */
export function callContext(services: CallServices, origin: CallOrigin): CallContext {
  const { store, log, outbound, seller, vatRegister, shop, now, teamEmail } = services;
  const { actor, site, urls, urlsOf, requestId, count } = origin;
  const time = now();
  return {
    read: store.read,
    site,
    urls,
    urlsOf,
    actor,
    get address() {
      return origin.address;
    },
    requestId,
    count,
    log,
    now: time,
    outbound,
    seller,
    vatRegister,
    ...shop,
    async mail(tx, recipient, content) {
      if (isAccount(actor) && actor.isTest) return;
      const { unsubscribeUrl, isAnswerable } = content;
      const body = composeMail(mailingSite(site, urls.base), content);
      const replyTo = (isAnswerable && teamEmail) || undefined;
      await queueMail(tx, { recipient, unsubscribeUrl, replyTo, ...body }, time);
    },
    teamEmail,
    newSecret(prefix) {
      const secret = newSecret(prefix);
      return { secret, hash: hashSecret(secret) };
    },
    hashSecret,
  };
}
