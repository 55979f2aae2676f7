import { type Command, Option } from "commander";
import { ratedDomains } from "#db/queries/votes/ratings.ts";
import saveRatings from "#tools/leaderboards/import-ratings.ts";
import { type Admin, AdminError, type CommandResult, sourceName, wholeNumber } from "./command.ts";
import { ImportReport } from "./import-report.ts";
import { linesOf } from "./lines.ts";
import { type LineReader, lineReader, type RankFormat, rankFormats, valueOfRank } from "./rank-files.ts";
import type { Session } from "./session.ts";

interface RatingOptions {
  source: string;
  format: RankFormat;
  date?: string;
  column?: string;
  maxRank?: number;
  allowRefused?: boolean;
}

const maxLineBytes = 65_536;
const batchSize = 250;
const maxValue = 100;

export function addRatings(program: Command, admin: Admin): void {
  program
    .command("ratings")
    .description("Manage domain ratings")
    .command("import <file>")
    .description(
      "Import ratings of listed domains from a file of ranks, which may be gzipped (.gz); rating = round(100 * (1 - log10(rank) / log10(max-rank))); domains missing from the file keep their rating",
    )
    .requiredOption("--source <name>", "source of the ranks, which is shown with every rating", sourceName)
    .option("--date <date>", "date of the file, YYYY-MM-DD (default: today)")
    .addOption(
      new Option(
        "--format <format>",
        "tranco: rank,host; commoncrawl: tab-separated ranks; values: CSV with a header and values from 0 to 100",
      )
        .choices(rankFormats)
        .default("tranco"),
    )
    .option(
      "--column <name>",
      "column with the rank or value (default: harmonicc_pos for commoncrawl, value for values)",
    )
    .option("--max-rank <number>", "rank that gives the rating 0 (default: the highest in the file)", wholeNumber(2))
    .option("--allow-refused", "exit with 0 even if lines were refused")
    .action(admin.withStore<RatingOptions>((session, options, file) => importRatings(session, options, file!)));
}

async function importRatings(session: Session, options: RatingOptions, path: string): Promise<CommandResult> {
  const { store, io } = session;
  const source = { source: options.source, checked_at: timeOf(options.date, session.now) };
  const report = new ImportReport(io);
  const found = await numbersOf(path, options, await ratedDomains(store.read), report);
  const maxRank = options.maxRank ?? found.highest;
  const ratings = [...found.numbers].map(([domain, number]) => ({
    domain,
    value: options.format === "values" ? Math.round(number) : valueOfRank(number, maxRank),
  }));
  for (let start = 0; start < ratings.length; start += batchSize) {
    const batch = { ...source, ratings: ratings.slice(start, start + batchSize) };
    for (const outcome of (await session.call(saveRatings, batch)).outcomes) report.count(0, outcome);
  }
  return report.result(options, {
    matched: ratings.length,
    ...(options.format !== "values" && { max_rank: maxRank }),
  });
}

async function numbersOf(path: string, options: RatingOptions, wanted: Set<string>, report: ImportReport) {
  const isRank = options.format !== "values";
  const read = checked(lineReader(options.format, options.column), isRank);
  const numbers = new Map<string, number>();
  let highest = 0;
  for await (const lines of linesOf(path, maxLineBytes)) {
    for (const { number: line, text, fault } of lines) {
      report.lines = line;
      if (text?.trim() === "") continue;
      const found = text === null ? fault! : read(text);
      if (found === null) continue;
      if (typeof found === "string") {
        report.refuse(line, found);
        continue;
      }
      if (found.number > highest) highest = found.number;
      if (!wanted.has(found.host)) continue;
      const known = numbers.get(found.host);
      const isBetter = known === undefined || (isRank ? found.number < known : found.number > known);
      if (isBetter) numbers.set(found.host, found.number);
    }
    report.progress();
  }
  return { numbers, highest };
}

const checked =
  (read: LineReader, isRank: boolean): LineReader =>
  (line) => {
    const found = read(line);
    if (found === null || typeof found === "string") return found;
    if (isRank && !(Number.isInteger(found.number) && found.number >= 1)) return `${found.number} is not a rank`;
    if (!isRank && found.number > maxValue) return `${found.number} is not a value from 0 to ${maxValue}`;
    return found;
  };

function timeOf(date: string | undefined, now: Date): string {
  if (date === undefined) return `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
  const time = new Date(`${date}T00:00:00.000Z`);
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== date)
    throw new AdminError(`--date: "${date}" is not a date. Use the format YYYY-MM-DD, such as 2026-11-18.`);
  if (time > now) throw new AdminError(`--date: ${date} is in the future. Use today or an earlier day.`);
  return time.toISOString();
}
