import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { Argument, type Command } from "commander";
import {
  addRingKey,
  deleteRingKeys,
  type Keyed,
  overlaps,
  type RingKey,
  type RingName,
  ringKeys,
  ringNames,
  ringPath,
} from "#db/keys/key-ring.ts";
import { keyListOf, replaceSigningKey, signingPath, signingSince } from "#db/keys/signing-key.ts";
import { resealAll, rulesHashedBefore } from "#db/queries/common/reseal.ts";
import { lockKeys } from "#db/store/server-lock.ts";
import type { Store } from "#db/store/store.ts";
import { readConfig } from "../start/config.ts";
import { type Admin, AdminError, type CommandEnvironment, type CommandResult } from "./command.ts";
import { table } from "./table.ts";

const uses: Record<RingName | "signing", string> = {
  seal: "encrypts waiting emails and payment links",
  node: "proves that a request comes from another node",
  unsubscribe: "signs the unsubscribe links in emails",
  rules: "hashes the email addresses in rules against abuse",
  signing: "signs the ballots of closed weeks",
};
type Name = keyof typeof uses;
const names = Object.keys(uses) as Name[];

const dryRun = ["--dry-run", "show what would happen and change nothing"] as const;

export function addKeys(program: Command, admin: Admin): void {
  const keys = program.command("keys").description("Manage the keys that Slipway stores beside the database");
  keys
    .command("list")
    .description(
      "List each key with its age and use; exit with 1 if a key file is missing or other users can access it",
    )
    .action(admin.withStore(({ store, now }) => listKeys(store, now)));
  keys
    .command("rotate")
    .description("Create a new key; the former key stays valid for a while")
    .addArgument(new Argument("<name>", "name of the key").choices(names))
    .option(...dryRun)
    .action(
      admin.withoutStore<{ dryRun?: true }>(async ({ databasePath, io }, options, name) =>
        rotate({ path: databasePath }, io, name as Name, options.dryRun === true),
      ),
    );
  keys
    .command("finish")
    .description(
      "Delete the former keys that are no longer needed; for seal, first encrypt stored text with the current key",
    )
    .addArgument(new Argument("<name>", "name of the key").choices(ringNames))
    .option(...dryRun)
    .option("--force", "also delete former keys that are still needed, for example because they were stolen")
    .action(
      admin.withStore<{ dryRun?: true; force?: true }>(async ({ store, now, io }, options, name) =>
        locked(store.read, io, () =>
          finish(store, now, name as RingName, options.dryRun === true, options.force === true),
        ),
      ),
    );
}

async function locked<T>(db: Keyed, { environment }: CommandEnvironment, work: () => T | Promise<T>): Promise<T> {
  if (readConfig(environment).NODE_ROLE === "reader")
    throw new AdminError(
      "Keys can be changed only on the writer. Run this command there, then copy the key file here.",
    );
  const lock = lockKeys(db.path);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** Returns the reason why a former key is still needed, or null. */
async function needOf({ read }: Store, name: RingName, until: string, now: Date): Promise<string | null> {
  if (until > now.toISOString()) return `the overlap, until ${until}`;
  const rules = name === "rules" ? await rulesHashedBefore(read, until) : 0;
  return rules ? `${rules} rules against email addresses` : null;
}

async function listKeys(store: Store, now: Date): Promise<CommandResult> {
  const db = store.read;
  const rows: { name: Name; status: string; since: string | null; needed_by: string | null }[] = [];
  for (const name of ringNames)
    for (const { since, status, until } of ringKeys(db, name, now)) {
      const texts = until !== null && name === "seal" ? await resealAll(store, true) : 0;
      const need = until && (await needOf(store, name, until, now));
      rows.push({ name, status, since, needed_by: texts > 0 ? `${texts} sealed texts` : need });
    }
  if (existsSync(signingPath(db))) {
    rows.push({ name: "signing", status: "current", since: signingSince(db), needed_by: null });
    keyListOf(db).changes.forEach((_, i, changes) => {
      const since = changes[i + 1]?.change.at ?? null;
      rows.push({ name: "signing", status: "former", since, needed_by: "the weeks that it signed" });
    });
  }
  const keys = rows.map((row) => ({
    ...row,
    age_days: row.since && Math.max(0, Math.floor((now.getTime() - Date.parse(row.since)) / 86_400_000)),
    used_for: uses[row.name],
  }));
  const faults = [ringPath(db), signingPath(db)].flatMap((file) => faultOf(file) ?? []);
  return {
    data: { keys, faults },
    text: [table(keys, ["name", "status", "since", "age_days", "used_for", "needed_by"]), ...faults].join("\n"),
    exitCode: faults.length > 0 ? 1 : 0,
  };
}

function faultOf(file: string): string | null {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return `${file} is missing. If you have a copy, put it there before the server starts.`;
  return mode & 0o077 ? `Other users can access ${file}. Run: chmod 600 ${file}` : null;
}

const maxCopyMs = 3_600_000;

async function rotate(db: Keyed, io: CommandEnvironment, name: Name, isDryRun: boolean): Promise<CommandResult> {
  const file = name === "signing" ? signingPath(db) : ringPath(db);
  const hasNodes = readConfig(io.environment).DATABASE_URL !== undefined;
  const now = io.now();
  // The other nodes must have the key before this one uses it. Only the writer signs weeks.
  const since = new Date(now.getTime() + (hasNodes && name !== "signing" ? maxCopyMs : 0));
  await locked(db, io, () => {
    if (!existsSync(file)) throw new AdminError(`There is no ${file} yet. The server creates it when it starts.`);
    const latest = name === "signing" ? signingSince(db) : ringKeys(db, name, now)[0]!.since;
    if (latest >= now.toISOString())
      throw new AdminError(`The latest key takes effect at ${latest}. Rotate it after that time.`);
    if (isDryRun) return;
    try {
      if (name === "signing") replaceSigningKey(db, now);
      else addRingKey(db, name, since);
    } catch (error) {
      const owner = "Check the disk, and run the command as the user who owns the file";
      throw new AdminError(`Cannot replace ${file}: ${(error as Error).message}. The old key stays in use. ${owner}.`);
    }
  });
  const { days, ends } = overlaps[name as RingName] ?? {};
  const copy = `Copy ${basename(file)} into DATA_DIR of every other node`;
  const steps = [
    isDryRun ? `The key ${name} would be replaced.` : `Replaced the key ${name} in ${file}.`,
    ...(hasNodes
      ? [`${copy} ${name === "signing" ? "now" : `before ${since.toISOString()}, when the new key takes effect`}.`]
      : []),
    name === "signing"
      ? "Weeks that close from now on are signed with the new key. /ranking/keys.json lists both keys, and each has signed the change. Closed weeks remain valid."
      : `The former key remains valid ${ends ? `for ${days} days` : `until you delete it with: keys finish ${name}`}.`,
    "Running servers use the new file without a restart. Store a copy of it away from the backups, which do not contain it.",
  ];
  return result({ name, file, dry_run: isDryRun, takes_effect_at: since.toISOString(), steps });
}

const result = (data: { dry_run: boolean; steps: string[]; [field: string]: unknown }): CommandResult => ({
  data,
  text: [...(data.dry_run ? ["Dry run: nothing was changed."] : []), ...data.steps].join("\n"),
});

async function finish(store: Store, now: Date, name: RingName, isDryRun: boolean, isForced: boolean) {
  const resealed = name === "seal" ? await resealAll(store, isDryRun) : 0;
  const deleted: RingKey[] = [];
  const kept: { since: string; needed_by: string }[] = [];
  for (const key of ringKeys(store.read, name, now)) {
    if (key.until === null) continue;
    const need = isForced ? null : await needOf(store, name, key.until, now);
    if (need === null) deleted.push(key);
    else kept.push({ since: key.since, needed_by: need });
  }
  if (!isDryRun && deleted.length > 0) deleteRingKeys(store.read, name, deleted);
  const steps = [
    ...(name === "seal" ? [`Texts sealed with the current key: ${resealed}.`] : []),
    `Former keys deleted: ${deleted.length}.`,
    ...kept.map(({ since, needed_by }) => `Kept the key of ${since}, which is needed for ${needed_by}.`),
    ...(store.position().fence > 0 ? ["Copy slipway.db.key into DATA_DIR of every other node."] : []),
  ];
  return result({ name, dry_run: isDryRun, resealed, deleted: deleted.map(({ since }) => since), kept, steps });
}
