import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import type { FieldError } from "#tools/core/errors/errors.ts";
import { faultLines } from "#tools/core/errors/problem-text.ts";
import { readConfig } from "../start/config.ts";
import { databasePath, openDatabase } from "../start/open-database.ts";
import { Session } from "./session.ts";

/** Where a command reads its surroundings from and writes to; the process's own, or a test's. */
export interface CommandEnvironment {
  environment: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  isTerminal: boolean;
  now(): Date;
}

/** What a command answers: `data` with `--json`, else `text`. */
export interface Answer {
  data: unknown;
  text: string;
  /** 1 where the command did its work but found something wrong. */
  exitCode?: number;
}

/** What was asked cannot be done; the message is the one line that is shown. */
export class AdminError extends Error {}

type Action<Context, Options> = (context: Context, options: Options, ...args: string[]) => Promise<Answer>;

/** Turns the work of commands into commander's actions; remembers the exit code of what ran. */
export class Admin {
  exitCode = 0;

  constructor(readonly io: CommandEnvironment) {}

  get databasePath(): string {
    return databasePath(readConfig(this.io.environment));
  }

  /** A command that works on the open store; on none at all where there is none, which a slip in DATA_DIR may be. */
  act<Options>(work: Action<Session, Options>) {
    return this.actUnopened<Options>((_, ...given) => {
      if (!readConfig(this.io.environment).DATABASE_URL && !existsSync(this.databasePath))
        throw new AdminError(
          `there is no database ${resolve(this.databasePath)}; check DATA_DIR, or make one with: site create KEY --name NAME`,
        );
      return this.inStore(work, given);
    });
  }

  /** The same for the few commands with which a directory begins: where there is no database, they make one. */
  actCreating<Options>(work: Action<Session, Options>) {
    return this.actUnopened<Options>((_, ...given) => this.inStore(work, given));
  }

  private async inStore<Options>(work: Action<Session, Options>, [options, ...args]: [Options, ...string[]]) {
    const config = readConfig(this.io.environment);
    const store = await openDatabase(config);
    try {
      return await work(new Session(store, this.io, config), options, ...args);
    } finally {
      await store.close();
    }
  }

  /** A command that must not have the store open. */
  actUnopened<Options>(work: Action<Admin, Options>) {
    return async (...given: unknown[]): Promise<void> => {
      const command = given.pop() as Command;
      const options = given.pop() as Options & { json?: boolean };
      const { data, text, exitCode = 0 } = await work(this, options, ...(given as string[]));
      this.exitCode = exitCode;
      if (command.opts().json) this.io.out(`${JSON.stringify(data, null, 2)}\n`);
      else if (text !== "") this.io.out(`${text}\n`);
    };
  }
}

/** The site of `--site KEY`, or the default site. */
export async function chosenSite({ store }: Session, key: string | undefined): Promise<SiteRow> {
  const sites = await allSites(store.read);
  const site = key === undefined ? sites[0] : sites.find((one) => one.key === key);
  if (site) return site;
  throw new AdminError(
    sites.length === 0
      ? "there is no site yet; make one with: site create KEY --name NAME"
      : `there is no site "${key}"; there are ${sites.map((one) => one.key).join(", ")}`,
  );
}

/** The command that a noun's verbs are added to. */
export function nounOf(program: Command, name: string): Command {
  const noun = program.commands.find((one) => one.name() === name);
  if (!noun) throw new Error(`commandNouns does not have the noun ${name}`);
  return noun;
}

/** Faults of an input in one line. */
export const faultText = (faults: readonly FieldError[]): string => faultLines(faults).join(" ").replace(/^- /, "");

export const siteOption = ["--site <key>", "key of the site (the default site when absent)"] as const;

/** Reader of an option that is a whole number between `min` and `max`. */
export const wholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const number = Number(text);
    if (/^-?\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

/** Reader of an option that must match `form`. */
export const matching =
  (form: RegExp, rule: string) =>
  (text: string): string => {
    if (form.test(text)) return text;
    throw new InvalidArgumentError(rule);
  };

export const slugArgument = matching(
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  "It must be lower-case letters, digits and single hyphens.",
);
/** Reader of a name that stands in one line. */
export const oneLine = (most: number) =>
  matching(new RegExp(`^[^\\p{C}]{1,${most}}$`, "u"), `It must be one line of at most ${most} characters.`);

export const commaList = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
