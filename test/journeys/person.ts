import { expect } from "bun:test";
import { allScopes } from "#auth/scopes.ts";
import { setKeyApprovalPolicy } from "#db/queries/accounts/accounts.ts";
import { saveBillingDetails } from "#db/queries/orders/quotes.ts";
import { pageForm } from "../support/clients/page-form.ts";
import { linkIn, type Visitor, visitor } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { type ClaimTown, publish } from "../support/records/claims.ts";
import { completeFields, draftFor } from "../support/records/draft.ts";
import { consumer, simulatePayment } from "../support/records/orders.ts";
import { completeProfile, oldAccount } from "../support/records/owned-listing.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { testNow } from "../support/server/harness.ts";
import type { Deed } from "./agent.ts";
import type { Journey } from "./journeys.ts";

const home = `<!doctype html><html lang="en"><head><title>Kelpworks | Kelp farming software</title>
<meta name="description" content="Kelpworks plans lines, harvests and sales of small kelp farms in one place."></head>
<body><main><h1>Kelp farming without the guesswork</h1>
<p>Kelpworks plans lines, harvests and sales of small kelp farms in one place, on the phone in the boat.</p>
<p>Farmers note what they see on the water, and the office knows at once what can be sold this week.</p></main></body></html>`;

let walks = 0;

/** A new person for one walk. */
export async function personFor(town: ClaimTown, { as, status }: Journey) {
  if (as === "anyone") return { bearer: undefined, start: {}, deeds: {} };
  const { server } = town;
  const { store } = server;
  const name = `walk-${++walks}`;
  const email = `${name}@example.test`;
  await oldAccount(store, email);
  const { key, id, account } = await keyFor(store, { email, scopes: allScopes });
  const asks = { allowed: [], listings: null, monthly: null, until: null };
  if (as === "bounded") await store.write((tx) => setKeyApprovalPolicy(tx, id, asks));
  const { main } = await ownedProduct(store, account.id, status ?? "live");
  await draftFor(store, account.id, { fields: completeFields } as never);
  await completeProfile(store, account.id);
  await store.write((tx) => saveBillingDetails(tx, account.id, consumer, testNow));
  await town.list(name);
  const site = `site-${name}`;
  town.dns.zones.set(`${site}.test`, { a: ["127.0.0.1"] });
  town.pages.set(`${site}.test/`, home);
  let browser: Promise<Visitor> | undefined;
  const signedIn = () => (browser ??= signInAs(town, email));
  const press =
    (button: string): Deed =>
    async (url) => {
      const path = new URL(url).pathname;
      const person = await signedIn();
      const answer = await person.post(path, { ...(await pageForm(await person.get(path), path)), do: button });
      expect(answer.status).toBe(303);
    };
  const put =
    (method: "dns" | "meta" | "file"): Deed =>
    async (_, known) =>
      publish(town, {
        method,
        slug: name,
        instructions: { name: String(known.get("what")), value: String(known.get("value")) },
      });
  const deeds: Record<string, Deed> = {
    approve: press("approve"),
    refuse: press("refuse"),
    look: async (url) => expect((await (await signedIn()).get(new URL(url).pathname)).status).toBe(200),
    pay: async (url) => expect((await simulatePayment(server, url)).status).toBe(303),
    "publish by dns": put("dns"),
    "publish by meta": put("meta"),
    "publish by file": put("file"),
    "open the mailed link": async (mailbox) => {
      const mail = (await server.mails()).find(({ recipient }) => recipient === mailbox)!;
      const link = /https?:\/\/\S+/.exec(mail.textBody)![0];
      const person = await signedIn();
      const path = link.slice(new URL(link).origin.length);
      await person.post(new URL(link).pathname, await pageForm(await person.get(path), new URL(link).pathname));
    },
  };
  const start = { listing: main, theirs: name, mailbox: `me@${name}.test`, site: `${town.at(`${site}.test`)}/` };
  return { bearer: key, start, deeds };
}

async function signInAs(town: ClaimTown, email: string): Promise<Visitor> {
  const person = visitor(town.server);
  await person.post("/sign-in", { email, do: "link" });
  const [mail] = await town.server.mails();
  const path = linkIn(mail!);
  await person.post("/link", { token: new URL(path, "http://localhost").searchParams.get("token")! });
  return person;
}
