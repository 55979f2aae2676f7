import { type Command, Option } from "commander";
import { urlKey } from "../../db/queries/company-key.ts";
import { importListing } from "../../db/queries/import-listing.ts";
import { Refused } from "../../db/queries/refused.ts";
import { indexListings } from "../../db/queries/search-index.ts";
import { categoryRow, importCategory } from "../../db/queries/write-category.ts";
import { slugify } from "../../db/queries/write-listing.ts";
import type { Tx } from "../../db/store.ts";
import { mergeSearch } from "../work/merge-search.ts";
import { type Admin, type Answer, chosenSite, type Session, siteOption } from "./command.ts";
import { type FileFormat, fileFormats, formatOf, recordsOf } from "./import-file.ts";
import { type Checked, type ListingLine, licenseTag, readCategory, readListing } from "./import-record.ts";
import { ImportReport } from "./import-report.ts";

interface ImportOptions {
  site?: string;
  format?: FileFormat;
  strict?: boolean;
  allowRefused?: boolean;
}

/** Lines per transaction: enough that a commit costs little, few enough that a running server waits for tenths of a second. */
const batchSize = 1000;

export function addImport(program: Command, admin: Admin): void {
  const noun = program
    .command("import")
    .description("fill a site from files: one JSON object a line (NDJSON), or CSV with a header");
  withOptions(noun.command("categories <file>"))
    .description('categories {name, description}; "A - B" is B below A; {slug, parent} say it apart, as an export does')
    .action(
      admin.act<ImportOptions>((session, options, file) =>
        importFile(session, options, file!, readCategory, async (tx, siteId, lines, report) => {
          for (const { line, record } of lines)
            await report.line(line, async () => {
              const { description = null, parent, ...rest } = record;
              const saved = await importCategory(tx, siteId, { ...rest, description, parent: parent || null });
              report.made(saved.made);
              return saved.outcome;
            });
        }),
      ),
    );
  withOptions(noun.command("listings <file>"))
    .description(
      "products {name, url, headline, summary, categories, platforms, pricing, licenses, tags, socials}; new ones are live at once, what is there is brought up to date, but for what somebody owns",
    )
    .option("--strict", "refuse a listing with a category that is not there, instead of making it")
    .action(
      admin.act<ImportOptions>((session, options, file) => {
        const lineOfAddress = new Map<string, number>();
        const now = session.now.toISOString();
        const categories = knownCategories(options.strict ?? false);
        return importFile(session, options, file!, readListing, async (tx, siteId, lines, report) => {
          const unindexed = new Set<number>();
          for (const { line, record } of lines)
            await report.line(line, async () => {
              const first = claimAddress(lineOfAddress, record.url, line);
              if (first !== line) throw new Refused(`url is that of line ${first} again`);
              const categoryIds = await categories(tx, siteId, record.categories, report);
              return importListing(tx, siteId, { ...factsOf(record), categoryIds }, now, unindexed);
            });
          await indexListings(tx, unindexed);
        });
      }),
    );
}

const withOptions = (command: Command) =>
  command
    .option(...siteOption)
    .addOption(new Option("--format <format>", "what the file is, where its name does not say").choices(fileFormats))
    .option("--allow-refused", "exit with 0 though lines were refused");

interface CheckedLine<Record> {
  line: number;
  record: Record;
}

/** Reads a file line by line and saves its records in batches, each batch in one transaction. */
async function importFile<Record extends object>(
  session: Session,
  { site: siteKey, format, ...options }: ImportOptions,
  path: string,
  check: (value: unknown) => Checked<Record>,
  save: (tx: Tx, siteId: number, lines: CheckedLine<Record>[], report: ImportReport) => Promise<void>,
): Promise<Answer> {
  const site = await chosenSite(session, siteKey);
  const report = new ImportReport(session.io);
  let batch: CheckedLine<Record>[] = [];
  const saveBatch = async () => {
    await session.store.write((tx) => save(tx, site.id, batch, report));
    batch = [];
    report.progress();
  };

  for await (const found of recordsOf(path, format ?? formatOf(path)))
    for (const read of found) {
      report.lines = read.line;
      const checked = "refused" in read ? read : check(read.value);
      if ("refused" in checked) report.refuse(read.line, checked.refused);
      else {
        report.ignore(checked.ignored);
        batch.push({ line: read.line, record: checked.record });
      }
      if (batch.length === batchSize) await saveBatch();
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

/** Finds the ids of categories by their names, and makes what is missing unless that is to be refused. */
function knownCategories(isStrict: boolean) {
  const known = new Map<string, number>();
  async function idOf(tx: Tx, siteId: number, name: string, report: ImportReport): Promise<number> {
    const slug = slugify(name);
    const found = known.get(slug) ?? (await categoryRow(tx, siteId, slug))?.id;
    if (found === undefined && isStrict) throw new Refused(`there is no category "${name}"`);
    if (found !== undefined) {
      known.set(slug, found);
      return found;
    }
    const { id, made } = await importCategory(tx, siteId, { name, description: null });
    report.made([...made, slug]);
    known.set(slug, id);
    return id;
  }
  return async (tx: Tx, siteId: number, names: string[], report: ImportReport): Promise<number[]> => {
    const ids = new Set<number>();
    for (const name of names) ids.add(await idOf(tx, siteId, name, report));
    return [...ids];
  };
}

function factsOf({ name, url, headline, summary, pricing, platforms, socials, licenses, tags }: ListingLine) {
  const allTags = [...new Set([...tags, ...licenses.map(licenseTag)])];
  return { name, url, headline, summary, pricing, platforms: [...new Set(platforms)], socials, tags: allTags };
}
