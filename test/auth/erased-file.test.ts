import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allJobs } from "#bridge/jobs/all-jobs.ts";
import { accountById } from "#db/queries/accounts/accounts.ts";
import deleteOwnAccount from "#tools/account/delete-own-account.ts";
import { personCaller } from "../support/clients/person-caller.ts";
import { wholePerson } from "../support/clients/whole-person.ts";
import { newAdmin } from "../support/server/admin.ts";
import { startTestServer, testNow } from "../support/server/harness.ts";

const night = ["sweep", "sweep-accounts", "sweep-drafts", "sweep-claims", "sweep-quotes", "search-merge", "empty-log"];

test("after a deletion and the night's jobs, no file contains the email address or the password hash", async () => {
  const admin = newAdmin();
  await admin.run("seed", "demo");
  const store = admin.openStore();
  let now = testNow;
  const backups = { everyH: 0, database: store.read, emptyLog: store.emptyLog, make: async () => {}, now: () => now };
  const periodic = allJobs({ backups } as never).filter(({ kind }) => night.includes(kind));
  expect(periodic).toHaveLength(night.length);
  const server = await startTestServer({ store, now: () => now, periodic });
  const person = await wholePerson(server);
  const { passwordHash } = (await accountById(store.read, person.account.id))!;
  const secrets = { email: "wanda@example.org", hash: passwordHash!.split("$").at(-1)! };
  /** The files that contain the email address or the hash. */
  const filesWith = () =>
    readdirSync(admin.dataDir).flatMap((name) => {
      const content = readFileSync(join(admin.dataDir, name)).toString("latin1");
      return Object.entries(secrets).flatMap(([kind, text]) => (content.includes(text) ? [`${kind} in ${name}`] : []));
    });
  store.emptyLog();
  expect(filesWith()).toEqual(["email in slipway.db", "hash in slipway.db"]);

  await personCaller(server, person.account.id)(deleteOwnAccount, {});
  await server.drainJobs();
  // The jobs of midnight, then those of 03:00 UTC.
  for (const time of ["2026-11-19T00:00:01Z", "2026-11-19T03:00:01Z"]) {
    now = new Date(time);
    await server.drainJobs();
  }
  for (const noun of ["users", "keys", "founders", "listings", "posts"])
    expect((await admin.run("export", noun, join(admin.dataDir, `${noun}.ndjson`))).exitCode).toBe(0);
  expect((await admin.run("backup", join(admin.dataDir, "backup.db"))).exitCode).toBe(0);
  expect(filesWith()).toEqual([]);
  await server.stop();
  expect(filesWith()).toEqual([]);
});
