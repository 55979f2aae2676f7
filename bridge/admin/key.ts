import { type Command, InvalidArgumentError } from "commander";
import { issueApiKey } from "../../auth/api-keys.ts";
import { allScopes, type Scope, scopes } from "../../auth/scopes.ts";
import { type ApiKey, apiKeyById, keysOfAccount, revokeApiKey } from "../../db/queries/accounts.ts";
import { audit } from "../../db/queries/audit.ts";
import { deleteApiKey } from "../../db/queries/delete-account.ts";
import { knownAccount } from "./account.ts";
import { type Admin, AdminError, commaList, idArgument, oneLine } from "./command.ts";
import { table } from "./table.ts";

interface KeyOptions {
  email: string;
  scopes: Scope[];
  name: string;
  /** Days. */
  expires?: number;
  test?: boolean;
}

const dayMs = 86_400_000;

export function addKey(program: Command, admin: Admin): void {
  const key = program.command("key").description("API keys of accounts");
  key
    .command("create")
    .description("make a key and print it, once")
    .requiredOption("--email <email>", "whose key")
    .requiredOption("--scopes <a,b>", `what it may do: ${allScopes.join(", ")}`, scopeList)
    .option("--name <name>", "to tell it apart later", oneLine(60), "Admin")
    .option("--expires <days>", "when it ends, such as 90d (never when absent)", dayCount)
    .option("--test", "make a sandbox key, which has no public effect")
    .action(
      admin.act<KeyOptions>(async ({ store, now }, { email, scopes, name, expires, test: isTest = false }) => {
        const expiresAt = expires === undefined ? null : new Date(now.getTime() + expires * dayMs).toISOString();
        const { key, row } = await store.write(async (tx) => {
          const account = await knownAccount(tx, email);
          if (account.suspendedAt) throw new AdminError(`${account.email} is suspended; its keys open nothing`);
          const facts = { name, scopes, isTest, expiresAt };
          const issued = await issueApiKey(tx, { accountId: account.id, ...facts }, now);
          const by = { accountId: account.id, via: "admin", subject: `key:${issued.row.id}`, detail: facts };
          await audit(tx, { ...by, action: "api_key.create" }, now);
          return issued;
        });
        return { data: { ...shown(row), key }, text: `Made key ${row.id}; it is shown this once:\n${key}` };
      }),
    );
  key
    .command("list")
    .description("keys of an account that are not revoked, newest first")
    .requiredOption("--email <email>", "whose keys")
    .action(
      admin.act<KeyOptions>(async ({ store }, { email }) => {
        const data = (await keysOfAccount(store.read, (await knownAccount(store.read, email)).id)).map(shown);
        const rows = data.map((row) => ({ ...row, scopes: row.scopes.join(",") }));
        return { data, text: table(rows, ["id", "name", "key_form", "scopes", "expires_at", "last_used_at"]) };
      }),
    );
  key
    .command("revoke")
    .argument("<id>", "id of the key", idArgument)
    .description("end a key at once")
    .action(
      admin.act(async ({ store, now }, _, given) => {
        const id = Number(given);
        await store.write(async (tx) => {
          const known = await apiKeyById(tx, id);
          if (!known) throw new AdminError(`there is no key ${id}`);
          if (!(await revokeApiKey(tx, known.accountId, id, now))) throw new AdminError(`key ${id} is revoked already`);
          const by = { accountId: known.accountId, via: "admin", subject: `key:${id}` };
          await audit(tx, { ...by, action: "api_key.revoke" }, now);
        });
        return { data: { id, is_revoked: true }, text: `Revoked key ${id}.` };
      }),
    );
  key
    .command("delete")
    .argument("<id>", "id of the key", idArgument)
    .description("end a key at once and forget that there was one")
    .action(
      admin.act(async ({ store, now }, _, given) => {
        const id = Number(given);
        await store.write(async (tx) => {
          const known = await apiKeyById(tx, id);
          if (!known) throw new AdminError(`there is no key ${id}`);
          await deleteApiKey(tx, id);
          const by = { accountId: known.accountId, via: "admin", subject: `key:${id}` };
          await audit(tx, { ...by, action: "api_key.delete" }, now);
        });
        return { data: { id }, text: `Deleted key ${id}.` };
      }),
    );
}

function scopeList(text: string): Scope[] {
  const given = commaList(text);
  const unknown = given.filter((name) => !Object.hasOwn(scopes, name));
  const known = `There are ${allScopes.join(", ")}.`;
  if (given.length === 0) throw new InvalidArgumentError(`Name at least one scope. ${known}`);
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no scope "${unknown.join('", "')}". ${known}`);
  return allScopes.filter((name) => given.includes(name));
}

function dayCount(text: string): number {
  const days = Number(/^([1-9]\d{0,3})d$/.exec(text)?.[1]);
  if (Number.isNaN(days)) throw new InvalidArgumentError("It must be a number of days, from 1d to 9999d.");
  return days;
}

const shown = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  key_form: `${key.isTest ? "lk_test_" : "lk_"}…${key.ending}`,
  scopes: key.scopes,
  is_test: key.isTest,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
});
