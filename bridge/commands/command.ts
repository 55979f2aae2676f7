import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import type { FieldError } from "#tools/core/errors/errors.ts";
import { faultLines } from "#tools/core/errors/problem-text.ts";
import { readConfig } from "../start/config.ts";
import { databasePath, openDatabase } from "../start/open-database.ts";
import { AdminError } from "./admin-error.ts";
import { Session } from "./session.ts";

export { AdminError };

/** A command's environment, output streams and clock. Tests pass their own values. */
export interface CommandEnvironment {
  environment: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  isTerminal: boolean;
  /** Name of the operating system's user. */
  user: string;
  now(): Date;
}

/** The result of a command. With `--json`, `data` is printed; without it, `text` is printed. */
export interface CommandResult {
  data: unknown;
  text: string;
  /** 1 if the command finished but found a problem. */
  exitCode?: number;
}

type Action<Context, Options> = (context: Context, options: Options, ...args: string[]) => Promise<CommandResult>;

/** Turns the functions of commands into actions for the commander library, and stores the exit code. */
export class Admin {
  exitCode = 0;
  private operatorName?: string;

  constructor(readonly io: CommandEnvironment) {}

  get databasePath(): string {
    return databasePath(readConfig(this.io.environment));
  }

  /**
   * Returns an action that runs `work` with the store open. A missing database is an error, because DATA_DIR may be
   * misspelt.
   */
  withStore<Options>(work: Action<Session, Options>) {
    const inStore = this.inStore(work);
    return this.withoutStore<Options>((...given) => {
      if (!readConfig(this.io.environment).DATABASE_URL && !existsSync(this.databasePath))
        throw new AdminError(
          `There is no database at ${resolve(this.databasePath)}. Check DATA_DIR, or create a database with: site create KEY --name NAME`,
        );
      return inStore(...given);
    });
  }

  /** Returns an action that runs `work` with the store open. It creates the database if there is none. */
  withNewStore<Options>(work: Action<Session, Options>) {
    return this.withoutStore<Options>(this.inStore(work));
  }

  private inStore<Options>(work: Action<Session, Options>): Action<Admin, Options> {
    return async (_, ...given) => {
      const config = readConfig(this.io.environment);
      const store = await openDatabase(config);
      try {
        return await work(new Session(store, this.io, config, this.operatorName), ...given);
      } finally {
        await store.close();
      }
    };
  }

  /** Returns an action that runs `work` while the store is closed. */
  withoutStore<Options>(work: Action<Admin, Options>) {
    return async (...given: unknown[]): Promise<void> => {
      const command = given.pop() as Command;
      const options = given.pop() as Options;
      this.operatorName = command.optsWithGlobals().as;
      const { data, text, exitCode = 0 } = await work(this, options, ...(given as string[]));
      this.exitCode = exitCode;
      if (command.optsWithGlobals().json) this.io.out(`${JSON.stringify(data, null, 2)}\n`);
      else if (text !== "") this.io.out(`${text}\n`);
    };
  }
}

export async function chosenSite({ store }: Session, key: string | undefined): Promise<SiteRow> {
  const sites = await allSites(store.read);
  const site = key === undefined ? sites[0] : sites.find((one) => one.key === key);
  if (site) return site;
  throw new AdminError(
    sites.length === 0
      ? "There is no site yet. Create one with: site create KEY --name NAME"
      : `There is no site "${key}". Use one of: ${sites.map((one) => one.key).join(", ")}.`,
  );
}

export function nounOf(program: Command, name: string): Command {
  const noun = program.commands.find((one) => one.name() === name);
  if (!noun) throw new Error(`commandNouns does not have the noun ${name}`);
  return noun;
}

export const faultText = (faults: readonly FieldError[]): string => faultLines(faults).join(" ").replace(/^- /, "");

export const siteOption = ["--site <key>", "site key (default: the default site)"] as const;

export const wholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const number = Number(text);
    if (/^-?\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

export const matching =
  (pattern: RegExp, rule: string) =>
  (text: string): string => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(rule);
  };

export const slugArgument = matching(
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  "It must contain only lower-case letters, digits and single hyphens.",
);

export const sourceName = matching(
  /^\S.{0,59}$/,
  "It must consist of 1 to 60 characters and must not start with a space.",
);

export const oneLine = (max: number) =>
  matching(new RegExp(`^[^\\p{C}]{1,${max}}$`, "u"), `It must be a single line of at most ${max} characters.`);

export const commaList = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
