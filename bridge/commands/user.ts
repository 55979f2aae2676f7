import { Argument, type Command, Option } from "commander";
import { isEmailAddress } from "#auth/email-address.ts";
import { type Account, keysOfAccount, listAccounts, sessionsOfAccount } from "#db/queries/accounts/accounts.ts";
import { type Role, roles } from "#db/schema/vocabulary.ts";
import createAccount from "#tools/account/create-account.ts";
import createReviewAccount from "#tools/account/create-review-account.ts";
import deleteAccount from "#tools/account/delete-account.ts";
import { knownAccount } from "#tools/account/known-account.ts";
import restoreAccount from "#tools/account/restore-account.ts";
import setAccountPassword from "#tools/account/set-account-password.ts";
import setAccountRole from "#tools/account/set-account-role.ts";
import { nameLength } from "#tools/account/shared/rules.ts";
import suspendAccount from "#tools/account/suspend-account.ts";
import { type Admin, AdminError, chosenSite, oneLine, type PageOptions, siteOption, withPage } from "./command.ts";
import { type ChosenPassword, choosePassword, type PasswordOptions, withPassword } from "./password.ts";
import type { Session } from "./session.ts";
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
    .option("--name <name>", "name", oneLine(nameLength), "")
    .addOption(new Option("--role <role>", "what they may do").choices(roles).default("member"))
    .action(admin.act<CreateOptions>(create));
  withPassword(user.command("review <email>"))
    .description("make an account for reviewers of assistants' directories, whose apps and keys work in a sandbox")
    .option(...siteOption)
    .action(
      admin.act<PasswordOptions & { site?: string }>(async (session, { site, ...options }, email) => {
        if (!isEmailAddress(email!)) throw new AdminError(`"${email}" is not a mail address`);
        const chosen = await choosePassword(options, { email: email!, name: "Reviewer" });
        if (!chosen) throw new AdminError("give --password or --generate-password");
        const input = { email: email!, password_hash: chosen.hash };
        const made = await session.call(createReviewAccount, input, await chosenSite(session, site));
        return {
          data: { ...made, ...generatedData(chosen) },
          text: `Made the review account ${made.email}, with listing ${made.listing_id} in the sandbox.${generatedText(chosen)}`,
        };
      }),
    );
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
        const account = await session.call(suspendAccount, { email: email! });
        return { data: { email: account.email, is_suspended: true }, text: `Suspended ${account.email}.` };
      }),
    );
  user
    .command("restore <email>")
    .description("let a suspended account sign in again; its keys and apps work again too")
    .action(
      admin.act(async (session, _, email) => {
        const account = await session.call(restoreAccount, { email: email! });
        return { data: { email: account.email, is_suspended: false }, text: `Restored ${account.email}.` };
      }),
    );
  user
    .command("role <email>")
    .description("change what an account may do")
    .addArgument(new Argument("<role>", "the new role").choices(roles))
    .action(
      admin.act(async (session, _, email, role) => {
        const data = await session.call(setAccountRole, { email: email!, role: role as Role });
        return { data, text: `${data.email} is now ${role}.` };
      }),
    );
  user
    .command("delete <email>")
    .description("delete an account and its person; listings that were public stay, and belong to nobody")
    .action(
      admin.act(async (session, _, email) => {
        const data = await session.call(deleteAccount, { email: email! });
        const kept = data.kept.length > 0 ? ` Nobody owns ${data.kept.join(", ")} now.` : "";
        return { data, text: `Deleted the account ${data.email}.${kept}` };
      }),
    );
  withPassword(user.command("password <email>"))
    .description("set a password and end all sessions; it vouches for the address")
    .action(
      admin.act<PasswordOptions>(async (session, options, email) => {
        const chosen = await choosePassword(options, await knownAccount(session.store.read, email!));
        if (!chosen) throw new AdminError("give --password or --generate-password");
        const account = await session.call(setAccountPassword, { email: email!, password_hash: chosen.hash });
        return {
          data: { email: account.email, ...generatedData(chosen) },
          text: `Set the password of ${account.email} and ended all sessions.${generatedText(chosen)}`,
        };
      }),
    );
}

async function create(session: Session, { email, name, role, ...options }: CreateOptions) {
  if (!isEmailAddress(email)) throw new AdminError(`"${email}" is not a mail address`);
  const chosen = await choosePassword(options, { email, name });
  await session.call(createAccount, { email, name, role, password_hash: chosen?.hash ?? null });
  const account = await knownAccount(session.store.read, email);
  const how = chosen ? generatedText(chosen) : "\nIt has no password: sign in by a mailed link, from the sign-in page.";
  return {
    data: { ...shown(account), ...generatedData(chosen) },
    text: `Made the account ${account.email}.${how}`,
  };
}

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
