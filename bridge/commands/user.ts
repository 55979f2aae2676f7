import { type Command, Option } from "commander";
import { isEmailAddress } from "#auth/email-address.ts";
import { type Role, roles } from "#db/schema/vocabulary.ts";
import createAccount from "#tools/account/create-account.ts";
import createReviewAccount from "#tools/account/create-review-account.ts";
import { knownAccount } from "#tools/account/find-account.ts";
import { toAccountRecord } from "#tools/account/records.ts";
import setAccountPassword from "#tools/account/set-account-password.ts";
import { nameLength } from "#tools/account/shared/rules.ts";
import { type Admin, AdminError, chosenSite, nounOf, oneLine, siteOption } from "./command.ts";
import { type ChosenPassword, choosePassword, type PasswordOptions, withPassword } from "./password.ts";
import type { Session } from "./session.ts";

type CreateOptions = PasswordOptions & { email: string; name?: string; role: Role | "team" };

export function addUser(program: Command, admin: Admin): void {
  const user = nounOf(program, "user");
  withPassword(user.command("create"))
    .description("Create an account; without a password, its user signs in with a link sent by email")
    .requiredOption("--email <email>", "email address; setting a password also confirms it")
    .option("--name <name>", "name", oneLine(nameLength))
    .addOption(new Option("--role <role>", "role").choices([...roles, "team"]).default("member"))
    .action(admin.withStore<CreateOptions>(create));
  withPassword(user.command("review <email>"))
    .description("Create an account for reviewers of assistant directories; its apps and API keys use the sandbox")
    .option(...siteOption)
    .action(
      admin.withStore<PasswordOptions & { site?: string }>(async (session, { site, ...options }, email) => {
        requireEmail(email!);
        const chosen = requirePassword(await choosePassword(options, { email: email!, name: "Reviewer" }));
        const input = { email: email!, password_hash: chosen.hash };
        const account = await session.call(createReviewAccount, input, await chosenSite(session, site));
        return {
          data: { ...account, ...generatedData(chosen) },
          text: `Created the review account ${account.email} with the sandbox listing ${account.listing_id}.${generatedText(chosen)}`,
        };
      }),
    );
  withPassword(user.command("password <email>"))
    .description("Set the password of an account, confirm its email address and end all its sessions")
    .action(
      admin.withStore<PasswordOptions>(async (session, options, email) => {
        const known = await knownAccount(session.store.read, email!);
        const chosen = requirePassword(await choosePassword(options, known));
        const account = await session.call(setAccountPassword, { email: email!, password_hash: chosen.hash });
        return {
          data: { email: account.email, ...generatedData(chosen) },
          text: `Set the password of ${account.email} and ended all its sessions.${generatedText(chosen)}`,
        };
      }),
    );
}

async function create(session: Session, { email, name = "", role, ...options }: CreateOptions) {
  requireEmail(email);
  const chosen = await choosePassword(options, { email, name });
  await session.call(createAccount, { email, name, role, password_hash: chosen?.hash ?? null });
  const account = await knownAccount(session.store.read, email);
  const how = chosen
    ? generatedText(chosen)
    : "\nThe account has no password. Its user can request a sign-in link by email on the sign-in page.";
  return {
    data: { ...toAccountRecord(account), ...generatedData(chosen) },
    text: `Created the account ${account.email}.${how}`,
  };
}

function requireEmail(email: string): void {
  if (!isEmailAddress(email)) throw new AdminError(`"${email}" is not an email address.`);
}

function requirePassword(chosen: ChosenPassword | null): ChosenPassword {
  if (chosen) return chosen;
  throw new AdminError("A password is required. Use --password or --generate-password.");
}

const generatedData = (chosen: ChosenPassword | null) => chosen?.generated && { password: chosen.generated };
const generatedText = ({ generated }: ChosenPassword) =>
  generated ? `\nCopy the password now; it will not be shown again: ${generated}` : "";
