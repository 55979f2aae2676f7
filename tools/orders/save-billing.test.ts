import { afterAll, beforeAll, expect, test } from "bun:test";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { billingOfAccount } from "#db/queries/orders/quotes.ts";
import type { Store } from "#db/store/store.ts";
import { keyFor } from "#test/support/records/account.ts";
import { addSite } from "#test/support/records/records.ts";
import { contextFor } from "#test/support/server/call.ts";
import { emptyStore } from "#test/support/server/harness.ts";
import { callTool } from "../core/calls/call.ts";
import saveBilling from "./save-billing.ts";

let store: Store;
let accountId: number;
beforeAll(async () => {
  store = emptyStore();
  await store.write((tx) => addSite(tx));
  accountId = (await keyFor(store)).account.id;
});
afterAll(() => store.close());

const save = async (input: Record<string, unknown>) => {
  const actor = { kind: "person", accountId, scopes: [], via: "browser", isTest: false } as const;
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  return (await callTool(saveBilling, contextFor(store, actor), () => input, policy)).output;
};
const ada = { name: "Ada Tide", street: "1 Quai", city: "Brest", country: "France", postcode: "29200" };

test("save: normalises the details, replaces the old ones and writes one audit entry", async () => {
  expect(await save({ ...ada, vat_id: "fr 40303265045" })).toEqual({ country: "FR", vat_id: "FR40303265045" });
  await save({ ...ada, vat_id: "fr 40303265045" });
  expect(await billingOfAccount(store.read, accountId)).toEqual({
    name: "Ada Tide",
    company: null,
    street: "1 Quai",
    postcode: "29200",
    city: "Brest",
    country: "FR",
    vatId: "FR40303265045",
  });
  await save({ ...ada, company: "Tide SAS" });
  expect(await billingOfAccount(store.read, accountId)).toMatchObject({ company: "Tide SAS", vatId: null });
  expect((await changesOf(store.read, `account:${accountId}`, 5)).map(({ after }) => after)).toMatchObject([
    { company: "Tide SAS", vatId: null },
    { country: "FR", vatId: "FR40303265045" },
  ]);
});

test.each([
  [{ country: "Narnia" }, "country"],
  [{ postcode: "2920" }, "postcode"],
  [{ vat_id: "FR1" }, "vat_id"],
  [{ name: " " }, "name"],
])("422: %p is reported at its field", async (wrong, field) => {
  expect(save({ ...ada, ...wrong })).rejects.toMatchObject({ code: "validation_failed", errors: [{ field }] });
});

test("API key: forbidden, only a signed-in person can save billing details", async () => {
  const actor = { kind: "key", accountId, scopes: ["orders:write"], via: "key:1", isTest: false } as const;
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  const call = callTool(saveBilling, contextFor(store, actor), () => ada, policy);
  expect(call).rejects.toMatchObject({ code: "forbidden" });
});
