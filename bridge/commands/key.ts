import { type Command, InvalidArgumentError } from "commander";
import { everyScope, type Scope, scopes } from "#auth/scopes.ts";
import createApiKey from "#tools/account/create-api-key.ts";
import { keyNameLength } from "#tools/account/shared/rules.ts";
import { type Admin, commaList, nounOf, oneLine } from "./command.ts";

type KeyOptions = { email: string; scopes: Scope[]; name: string; expires?: number; test?: boolean };

export function addKey(program: Command, admin: Admin): void {
  nounOf(program, "key")
    .command("create")
    .description("Create an API key and print it once")
    .requiredOption("--email <email>", "email address of the account")
    .requiredOption("--scopes <a,b>", `scopes, separated by commas: ${everyScope.join(", ")}`, scopeList)
    .option("--name <name>", "name of the API key", oneLine(keyNameLength), "Admin")
    .option("--expires <days>", "days until the key expires, such as 90d (default: never)", dayCount)
    .option("--test", "create a sandbox key, whose calls have no public effect")
    .action(
      admin.withStore<KeyOptions>(async (session, { email, name, scopes, expires = null, test: is_test = false }) => {
        const data = await session.call(createApiKey, { email, name, scopes, is_test, expires_in_days: expires });
        return { data, text: `Created the API key ${data.id}. Copy it now; it will not be shown again:\n${data.key}` };
      }),
    );
}

function scopeList(text: string): Scope[] {
  const given = commaList(text);
  const unknown = given.filter((name) => !Object.hasOwn(scopes, name));
  const known = `Use any of: ${everyScope.join(", ")}.`;
  if (given.length === 0) throw new InvalidArgumentError(`Give at least one scope. ${known}`);
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no scope "${unknown.join('", "')}". ${known}`);
  return everyScope.filter((name) => given.includes(name));
}

function dayCount(text: string): number {
  const days = Number(/^([1-9]\d{0,3})d$/.exec(text)?.[1]);
  if (Number.isNaN(days)) throw new InvalidArgumentError("It must be a number of days from 1d to 9999d.");
  return days;
}
