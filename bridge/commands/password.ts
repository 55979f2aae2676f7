import { type Command, Option } from "commander";
import { hashPassword, passwordFault } from "#auth/passwords.ts";
import { newSecret } from "#auth/secrets.ts";
import { AdminError } from "./command.ts";

export type PasswordOptions = { password?: string; generatePassword?: boolean };
export type ChosenPassword = { hash: string; generated: string | null };

export const withPassword = (command: Command) =>
  command
    .option("--password <password>", "password; other users of this machine may see it while the command is running")
    .addOption(new Option("--generate-password", "generate a password and print it once").conflicts("password"));

export async function choosePassword(
  { password, generatePassword }: PasswordOptions,
  about: { email: string; name: string },
): Promise<ChosenPassword | null> {
  if (generatePassword) {
    const generated = newSecret().slice(0, 20);
    return { hash: await hashPassword(generated), generated };
  }
  if (password === undefined) return null;
  const fault = passwordFault(password, about);
  if (fault) throw new AdminError(`--password: ${fault}`);
  return { hash: await hashPassword(password), generated: null };
}
