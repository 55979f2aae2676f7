import { type Command, Option } from "commander";
import { isEmailAddress } from "#auth/email-address.ts";
import { type Role, roles } from "#db/schema/vocabulary.ts";
import createAccount from "#tools/account/create-account.ts";
import createReviewAccount from "#tools/account/create-review-account.ts";
import { knownAccount } from "#tools/account/known-account.ts";
import { toAccountRecord } from "#tools/account/records.ts";
import setAccountPassword from "#tools/account/set-account-password.ts";
import { nameLength } from "#tools/account/shared/rules.ts";
import { type Admin, AdminError, chosenSite, nounOf, oneLine, siteOption } from "./command.ts";
import { type ChosenPassword, choosePassword, type PasswordOptions, withPassword } from "./password.ts";
import type { Session } from "./session.ts";

interface CreateOptions extends PasswordOptions {
  email: string;
  name: string;
  role: Role;
}

export function addUser(program: Command, admin: Admin): void {
  const user = nounOf(program, "user");
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
    data: { ...toAccountRecord(account), ...generatedData(chosen) },
    text: `Made the account ${account.email}.${how}`,
  };
}

const generatedData = (chosen: ChosenPassword | null) => chosen?.generated && { password: chosen.generated };
const generatedText = ({ generated }: ChosenPassword) =>
  generated ? `\nThe password, shown this once: ${generated}` : "";
