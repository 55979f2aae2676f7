import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountByPassword } from "#auth/people.ts";
import { verifyBearer } from "#auth/verify.ts";
import type { Store } from "#db/store/store.ts";
import { demoStore, emptyStore, testNow } from "#test/support/server/harness.ts";
import { demoSignIn } from "./demo-sign-in.ts";

let store: Store;
let folder: string;

beforeEach(async () => {
  store = await demoStore();
  folder = mkdtempSync(join(tmpdir(), "slipway-demo-"));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test("the demo account: has a founder profile, a working password and key, and is the same at the next start", async () => {
  const signIn = (await demoSignIn(store, folder, testNow))!;
  const account = await accountByPassword(store.read, signIn.email, signIn.password);
  expect(account).toMatchObject({ email: "founder@demo.test", founderId: expect.any(Number) });
  expect(await verifyBearer(store.read, signIn.key, "", testNow)).toMatchObject({ accountId: account!.id });
  expect(await demoSignIn(store, folder, testNow)).toEqual(signIn);
  expect(statSync(join(folder, "demo-sign-in.json")).mode & 0o777).toBe(0o600);
});

test("another database: other secrets", async () => {
  const other = await demoStore();
  try {
    const [one, two] = [await demoSignIn(store, folder, testNow), await demoSignIn(other, folder, testNow)];
    expect(one!.password).not.toBe(two!.password);
    expect(one!.key).not.toBe(two!.key);
  } finally {
    await other.close();
  }
});

test("a directory without the demo: no demo account", async () => {
  const empty = emptyStore();
  try {
    expect(await demoSignIn(empty, folder, testNow)).toBeNull();
  } finally {
    await empty.close();
  }
});
