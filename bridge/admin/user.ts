import { Argument, type Command, Option } from "commander";
import { isEmailAddress } from "../../auth/email-address.ts";
import { replacePassword } from "../../auth/people.ts";
import {
  type Account,
  accountByEmail,
  createAccount,
  deleteSessions,
  keysOfAccount,
  listAccounts,
  sessionsOfAccount,
  updateAccount,
} from "../../db/queries/accounts.ts";
import { type AuditEntry, audit } from "../../db/queries/audit.ts";
import { deleteAccount } from "../../db/queries/delete-account.ts";
import { type Role, roles } from "../../db/schema/vocabulary.ts";
import type { Tx } from "../../db/store.ts";
import { knownAccount } from "./account.ts";
import { type Admin, AdminError, oneLine, type PageOptions, type Session, withPage } from "./command.ts";
import { type ChosenPassword, choosePassword, type PasswordOptions, withPassword } from "./password.ts";
import { fieldTable, table } from "./table.ts";

interface CreateOptions extends PasswordOptions {
  email: string;
  name: string;
  role: Role;
}

export function addUser(program: Command, admin: Admin): void {
  const user = program.command("user").description("accounts of people");
  withPassword(user.command("create"))
    .description("make an account; without a password its owner signs in by a mailed link")
    .requiredOption("--email <email>", "mail address; a password given here vouches for it")
    .option("--name <name>", "name", oneLine(100), "")
    .addOption(new Option("--role <role>", "what they may do").choices(roles).default("member"))
    .action(admin.act<CreateOptions>(create));
  withPage(user.command("list"))
    .description("all accounts, newest first")
    .action(
      admin.act<PageOptions>(async ({ store }, { limit, page }) => {
        const data = (await listAccounts(store.read, limit, (page - 1) * limit)).map(shown);
        return { data, text: table(data, ["id", "email", "name", "role", "created_at", "suspended_at"]) };
      }),
    );
  user
    .command("show <email>")
    .description("one account")
    .action(
      admin.act(async ({ store, now }, _, email) => {
        const account = await knownAccount(store.read, email!);
        const sessions = (await sessionsOfAccount(store.read, account.id, now)).length;
        const keys = (await keysOfAccount(store.read, account.id)).length;
        const data = { ...shown(account), sessions, keys };
        return { data, text: fieldTable(data) };
      }),
    );
  user
    .command("suspend <email>")
    .description("end all sessions; keys, apps and sign-in open nothing until restored")
    .action(
      admin.act(async (session, _, email) => {
        const account = await change(session, email!, { action: "account.suspend" }, async (tx, known) => {
          if (known.suspendedAt) throw new AdminError(`${known.email} is suspended already`);
          await updateAccount(tx, known.id, { suspendedAt: session.now.toISOString() }, session.now);
          await deleteSessions(tx, known.id, { keepId: null });
        });
        return { data: { email: account.email, is_suspended: true }, text: `Suspended ${account.email}.` };
      }),
    );
  user
    .command("restore <email>")
    .description("let a suspended account sign in again; its keys and apps work again too")
    .action(
      admin.act(async (session, _, email) => {
        const account = await change(session, email!, { action: "account.restore" }, async (tx, known) => {
          if (!known.suspendedAt) throw new AdminError(`${known.email} is not suspended`);
          await updateAccount(tx, known.id, { suspendedAt: null }, session.now);
        });
        return { data: { email: account.email, is_suspended: false }, text: `Restored ${account.email}.` };
      }),
    );
  user
    .command("role <email>")
    .description("change what an account may do")
    .addArgument(new Argument("<role>", "the new role").choices(roles))
    .action(
      admin.act(async (session, _, email, role) => {
        const account = await change(
          session,
          email!,
          { action: "account.set_role", detail: { role } },
          async (tx, known) => {
            await updateAccount(tx, known.id, { role: role as Role }, session.now);
          },
        );
        return { data: { email: account.email, role }, text: `${account.email} is now ${role}.` };
      }),
    );
  user
    .command("delete <email>")
    .description("delete an account with its keys, apps and drafts; its listings and founder profile stay")
    .action(
      admin.act(async (session, _, email) => {
        const account = await change(session, email!, { action: "account.delete" }, (tx, { id }) =>
          deleteAccount(tx, id),
        );
        return { data: { email: account.email }, text: `Deleted the account ${account.email}.` };
      }),
    );
  withPassword(user.command("password <email>"))
    .description("set a password and end all sessions; it vouches for the address")
    .action(
      admin.act<PasswordOptions>(async (session, options, email) => {
        const chosen = await choosePassword(options, await knownAccount(session.store.read, email!));
        if (!chosen) throw new AdminError("give --password or --generate-password");
        const account = await change(session, email!, { action: "account.set_password" }, async (tx, known) => {
          // Sign-in by password asks for a proved address.
          const emailVerifiedAt = known.emailVerifiedAt ?? session.now.toISOString();
          const changes = { passwordHash: chosen.hash, emailVerifiedAt };
          await replacePassword(tx, known.id, changes, { keepId: null }, session.now);
        });
        return {
          data: { email: account.email, ...generatedData(chosen) },
          text: `Set the password of ${account.email} and ended all sessions.${generatedText(chosen)}`,
        };
      }),
    );
}

async function create({ store, now }: Session, { email, name, role, ...options }: CreateOptions) {
  if (!isEmailAddress(email)) throw new AdminError(`"${email}" is not a mail address`);
  const chosen = await choosePassword(options, { email, name });
  const account = await store.write(async (tx) => {
    if (await accountByEmail(tx, email)) throw new AdminError(`there is an account for ${email} already`);
    const facts = { email, name, role, passwordHash: chosen?.hash, isVerified: chosen !== null };
    const made = await createAccount(tx, facts, now);
    const by = { accountId: made.id, via: "admin", subject: `account:${made.id}`, detail: { role } };
    await audit(tx, { ...by, action: "account.create" }, now);
    return made;
  });
  const how = chosen ? generatedText(chosen) : "\nIt has no password: sign in by a mailed link, from the sign-in page.";
  return {
    data: { ...shown(account), ...generatedData(chosen) },
    text: `Made the account ${account.email}.${how}`,
  };
}

/** One write to a known account, with its row of the audit. */
const change = (
  { store, now }: Session,
  email: string,
  what: Pick<AuditEntry, "action" | "detail">,
  work: (tx: Tx, known: Account) => Promise<void>,
): Promise<Account> =>
  store.write(async (tx) => {
    const known = await knownAccount(tx, email);
    await work(tx, known);
    await audit(tx, { accountId: known.id, via: "admin", subject: `account:${known.id}`, ...what }, now);
    return known;
  });

const generatedData = (chosen: ChosenPassword | null) => chosen?.generated && { password: chosen.generated };
const generatedText = ({ generated }: ChosenPassword) =>
  generated ? `\nThe password, shown this once: ${generated}` : "";

const shown = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  has_password: account.passwordHash !== null,
  email_verified_at: account.emailVerifiedAt,
  suspended_at: account.suspendedAt,
  created_at: account.createdAt,
});
