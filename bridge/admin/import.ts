import type { Command } from "commander";
import { urlKey } from "../../db/queries/company-key.ts";
import { importListing } from "../../db/queries/import-listing.ts";
import { Refused } from "../../db/queries/refused.ts";
import { categoryRow, importCategory } from "../../db/queries/write-category.ts";
import { slugify } from "../../db/queries/write-listing.ts";
import type { Db } from "../../db/store.ts";
import { mergeSearch } from "../merge-search.ts";
import { type Admin, type Answer, chosenSite, type Session, siteOption } from "./command.ts";
import { type ListingLine, licenseTag, readCategory, readListing } from "./import-record.ts";
import { ImportReport } from "./import-report.ts";
import { linesOf } from "./lines.ts";

interface ImportOptions {
  site?: string;
  strict?: boolean;
  allowRefused?: boolean;
}

const maxLineBytes = 1_048_576;
/** Lines per transaction: enough that a commit costs little, few enough that a running server hardly waits. */
const batchSize = 500;

export function addImport(program: Command, admin: Admin): void {
  const noun = program.command("import").description("fill a site from files with one JSON object a line (NDJSON)");
  withOptions(noun.command("categories <file>"))
    .description('categories {name, description}; "A - B" is B below A')
    .action(
      admin.act<ImportOptions>((session, options, file) =>
        importFile(session, options, file!, readCategory, async (tx, siteId, { name, description }) => {
          return (await importCategory(tx, siteId, name, description ?? null)).outcome;
        }),
      ),
    );
  withOptions(noun.command("listings <file>"))
    .description(
      "products {name, url, headline, summary, categories, platforms, pricing, licenses, socials}; new ones are live at once, what is there is brought up to date, but for what somebody owns",
    )
    .option("--strict", "refuse a listing with a category that is not there, instead of making it")
    .action(
      admin.act<ImportOptions>((session, options, file) => {
        const categoryIds = new Map<string, number>();
        const lineOfAddress = new Map<string, number>();
        const now = session.now.toISOString();
        return importFile(session, options, file!, readListing, async (tx, siteId, record, line) => {
          const first = claimAddress(lineOfAddress, record.url, line);
          if (first !== line) throw new Refused(`url is that of line ${first} again`);
          const ids = new Set<number>();
          for (const name of record.categories)
            ids.add(await categoryId(tx, siteId, name, categoryIds, options.strict ?? false));
          return importListing(tx, siteId, { ...factsOf(record), categoryIds: [...ids] }, now);
        });
      }),
    );
}

const withOptions = (command: Command) =>
  command.option(...siteOption).option("--allow-refused", "exit with 0 though lines were refused");

/** Reads a file line by line and saves its records in batches, each batch in one transaction. */
async function importFile<Record extends object>(
  session: Session,
  options: ImportOptions,
  path: string,
  read: (line: string) => Record | { refused: string },
  save: (tx: Db, siteId: number, record: Record, line: number) => Promise<"created" | "updated" | "unchanged">,
): Promise<Answer> {
  const site = await chosenSite(session, options.site);
  const report = new ImportReport(session.io);
  let batch: { line: number; record: Record }[] = [];

  const saveBatch = () =>
    session.store.write(async (tx) => {
      for (const { line, record } of batch)
        try {
          report.count(await save(tx, site.id, record, line));
        } catch (error) {
          // Thrown before anything of the line was written; any other error takes the whole batch back.
          if (!(error instanceof Refused)) throw error;
          report.refuse(line, error.message);
        }
      batch = [];
    });

  for await (const lines of linesOf(path, maxLineBytes))
    for (const { number, text, fault } of lines) {
      report.lines = number;
      if (text?.trim() === "") continue;
      const record = text === null ? { refused: fault! } : read(text);
      if ("refused" in record) report.refuse(number, record.refused as string);
      else batch.push({ line: number, record });
      if (batch.length === batchSize) await saveBatch();
      report.progress();
    }
  await saveBatch();
  await mergeSearch(session.store.write);
  return report.answer(options);
}

/** The line that has an address first in the file. */
function claimAddress(lineOfAddress: Map<string, number>, url: string, line: number): number {
  const key = urlKey(url);
  const first = lineOfAddress.get(key) ?? line;
  lineOfAddress.set(key, first);
  return first;
}

async function categoryId(
  tx: Db,
  siteId: number,
  name: string,
  known: Map<string, number>,
  isStrict: boolean,
): Promise<number> {
  const slug = slugify(name);
  const found = known.get(slug) ?? (await categoryRow(tx, siteId, slug))?.id;
  if (found === undefined && isStrict) throw new Refused(`there is no category "${name}"`);
  const id = found ?? (await importCategory(tx, siteId, name, null)).id;
  known.set(slug, id);
  return id;
}

function factsOf({ name, url, headline, summary, pricing, platforms, socials, licenses }: ListingLine) {
  const tags = [...new Set(licenses.map(licenseTag))];
  return { name, url, headline, summary, pricing, platforms: [...new Set(platforms)], socials, tags };
}
