import { afterAll, beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { viesRegister } from "#bridge/outbound/vies.ts";
import { latestMails } from "#db/queries/common/mail-records.ts";
import { invoicesIssued } from "#db/queries/orders/invoices.ts";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import { ossReturn } from "#tools/orders/documents/oss-return.ts";
import { documentOf } from "#tools/orders/documents/present-invoice.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { type StripeServer, startStripeServer } from "../support/fakes/stripe-server.ts";
import { startViesServer, type ViesServer } from "../support/fakes/vies-server.ts";
import { buyer, consumer, pressPay } from "../support/records/orders.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

const vatId = "FR40303265045";
const company = { ...consumer, company: "Acme SAS", vatId } as unknown as typeof consumer;
let stripe: StripeServer;
let vies: ViesServer;
let server: TestServer;
let now = testNow;
beforeAll(async () => {
  stripe = startStripeServer();
  vies = startViesServer();
  const log = pino({ level: "silent" });
  server = await startTestServer({
    now: () => now,
    teamEmail: "team@slipway.test",
    shop: { payments: stripe.payments() },
    vatRegister: viesRegister({ url: vies.url, requester: null, log, now: () => now }),
  });
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
  await vies.stop();
});

const send = async (type: string, object: object) => {
  const { body, headers } = await stripe.event(type, object, { at: now });
  await fetch(`${server.url}/webhooks/stripe`, { method: "POST", body, headers });
};
const refunds = () => stripe.requests.filter(({ path }) => path === "/v1/refunds").map(({ form }) => form);
const invoicesOf = async (number: string) => {
  const issued = await invoicesIssued(server.store.read, "2026-01-01", "2027-01-01");
  return issued.map(documentOf).filter(({ order }) => order === number);
};

/** An order of a company, paid with VAT because VIES could not check its VAT ID. */
async function paidWithVat(slug: string) {
  // An hour later, the cached VIES responses have expired.
  now = new Date(now.getTime() + 3_600_000);
  vies.script({ error: "MS_UNAVAILABLE" });
  const person = await signUpAs(server, `${slug}@example.test`);
  const owner = await buyer(server.store, slug, { email: `${slug}@example.test`, billing: company });
  const items = [{ product: "launch", listing_id: owner.id }];
  const { body: order } = await server.as(owner.key).over("REST", "create_checkout", { items });
  expect(order).toMatchObject({ gross: 11_880, tax: { treatment: "oss", vat_id_status: "unavailable" } });
  await pressPay(server, order.checkout_url, { agreed: "yes" });
  const session = stripe.sessionOf(order);
  await send("checkout.session.completed", stripe.pay(session.id));
  const path = `/account/orders/${order.number}`;
  return { owner, person, path, number: order.number as string, payment: `pi_${session.id}` };
}

test("VAT ID confirmed after payment: VAT is refunded once and new invoices are issued", async () => {
  const { owner, person, path, number, payment } = await paidWithVat("asks-again");
  expect((await person.get(path)).html).toContain(`VAT ID ${vatId} was not confirmed`);
  expect((await person.post(path, { do: "vat" })).location).toBe(`${path}?done=no_vat`);
  vies.script("valid");
  expect((await person.post(path, { do: "vat" })).location).toBe(`${path}?done=vat`);
  expect((await person.post(path, { do: "vat" })).status).toBe(409);
  await server.drainJobs();
  expect(refunds()).toEqual([
    { payment_intent: payment, "metadata[order_number]": number, "metadata[why]": "vat", amount: "1980" },
  ]);
  const { body } = await server.as(owner.key).call("get_order", { number });
  expect(body).toMatchObject({
    status: "fulfilled",
    net: 9900,
    vat: 0,
    gross: 9900,
    tax: { treatment: "reverse_charge" },
  });

  const invoices = await invoicesOf(number);
  expect(invoices.map(({ kind, vat, gross, tax }) => [kind, vat, gross, tax.treatment])).toEqual([
    ["invoice", 1980, 11_880, "oss"],
    ["credit_note", 1980, 11_880, "oss"],
    ["invoice", 0, 9900, "reverse_charge"],
  ]);
  expect(invoices.map(({ corrects }) => corrects?.number)).toEqual([
    undefined,
    invoices[0]!.number,
    invoices[0]!.number,
  ]);
  expect(ossReturn(invoices)).toMatchObject([{ country: "FR", net: 0, vat: 0 }]);
  const told = (await latestMails(server.store.read, 20)).filter(({ subject }) =>
    subject.includes("VAT refund for order"),
  );
  expect(told.map(({ recipient }) => recipient).sort()).toEqual([owner.email, "team@slipway.test"].sort());

  // Stripe's event of that refund changes nothing; the refund of the rest reverses the remaining amount.
  const charge = { object: "charge", payment_intent: payment, amount: 11_880, metadata: { order_number: number } };
  await send("charge.refunded", { ...charge, amount_refunded: 1980 });
  expect(await invoicesOf(number)).toHaveLength(3);
  await send("charge.refunded", { ...charge, amount_refunded: 11_880 });
  expect((await invoicesOf(number)).at(-1)).toMatchObject({ kind: "credit_note", gross: 9900, vat: 0 });
  // A failed VAT refund does not change the documents; the money is still owed.
  const about = { payment_intent: payment, metadata: { order_number: number, why: "vat" } };
  await send("refund.failed", { ...about, object: "refund", id: "re_vat", amount: 1980, currency: "eur" });
  expect(await invoicesOf(number)).toHaveLength(4);
  const [mail] = await latestMails(server.store.read, 1);
  expect(mail!.subject).toContain(`The refund of order ${number} failed`);
});

test("VIES was unavailable: checked again automatically; an earlier partial refund is deducted", async () => {
  const { number, payment } = await paidWithVat("asked-for");
  const charge = { object: "charge", payment_intent: payment, amount: 11_880, metadata: { order_number: number } };
  await send("charge.refunded", { ...charge, amount_refunded: 1188 });
  await server.drainJobs();
  expect((await orderByNumber(server.store.read, number))!.tax!.treatment).toBe("oss");
  vies.script("valid");
  now = new Date(now.getTime() + 3_600_000);
  await server.drainJobs();
  expect((await orderByNumber(server.store.read, number))!.tax!.treatment).toBe("reverse_charge");
  expect(refunds().at(-1)).toMatchObject({ amount: "1782" });
  expect((await invoicesOf(number)).map(({ kind, net, vat }) => [kind, net, vat])).toEqual([
    ["invoice", 9900, 1980],
    ["credit_note", 990, 198],
    ["credit_note", 8910, 1782],
    ["invoice", 8910, 0],
  ]);
});
