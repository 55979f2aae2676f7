import { cpSync } from "node:fs";
import { join } from "node:path";
import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { publicKeyOf } from "#db/keys/signing-key.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { openStore } from "#db/store/file-store.ts";
import { newDataDir } from "./process.ts";

let template: Promise<string> | undefined;

/** Seeds a folder like the first start of a server, with the demo directory and its account. */
async function makeTemplate(): Promise<string> {
  const folder = newDataDir();
  const now = new Date();
  const store = openStore(join(folder, "slipway.db"));
  publicKeyOf(store.read);
  await seedDemo(store, now);
  await demoSignIn(store, folder, now);
  await store.close();
  return folder;
}

/** Returns a copy of a seeded folder, because seeding takes a second. */
export async function demoDataDir(): Promise<string> {
  template ??= makeTemplate();
  const folder = newDataDir();
  cpSync(await template, folder, { recursive: true });
  return folder;
}
