import { type Command, Option } from "commander";
import type * as z from "zod";
import { urlKey } from "../../db/queries/company-key.ts";
import type { SiteRow } from "../../db/queries/sites.ts";
import importCategories from "../../tools/categories/import-categories.ts";
import type { outcome } from "../../tools/core/batch.ts";
import importListings from "../../tools/listings/import-listings.ts";
import { mergeSearch } from "../work/merge-search.ts";
import { type Admin, type Answer, chosenSite, siteOption } from "./command.ts";
import { type FileFormat, fileFormats, formatOf, recordsOf } from "./import-file.ts";
import { type Checked, type ListingLine, licenseTag, readCategory, readListing } from "./import-record.ts";
import { ImportReport } from "./import-report.ts";
import type { Session } from "./session.ts";

interface ImportOptions {
  site?: string;
  format?: FileFormat;
  strict?: boolean;
  allowRefused?: boolean;
}

/** Lines per transaction: enough that a commit costs little, few enough that a running server waits for tenths of a second. */
const batchOfFile = 1000;
// A statement takes longer there, and `sqld` ends a transaction of over 5 s that others wait for.
const batchOfServer = 100;

export function addImport(program: Command, admin: Admin): void {
  const noun = program
    .command("import")
    .description("fill a site from files: one JSON object a line (NDJSON), or CSV with a header");
  withOptions(noun.command("categories <file>"))
    .description('categories {name, description}; "A - B" is B below A; {slug, parent} say it apart, as an export does')
    .action(
      admin.act<ImportOptions>((session, options, file) =>
        importFile(session, options, file!, readCategory, (site, categories) => {
          const records = categories.map(({ parent, ...facts }) => ({ ...facts, parent: parent || null }));
          return session.call(importCategories, { records }, site);
        }),
      ),
    );
  withOptions(noun.command("listings <file>"))
    .description(
      "products {name, url, headline, summary, description, categories, platforms, pricing, licenses, stars, tags, socials, faqs, seo_title, seo_description}; new ones are live at once, what is there is brought up to date, but for what somebody owns",
    )
    .option("--strict", "refuse a listing with a category that is not there, instead of making it")
    .action(
      admin.act<ImportOptions>((session, options, file) => {
        const { strict: is_strict = false } = options;
        return importFile(session, options, file!, listingReader(), (site, listings) =>
          session.call(importListings, { records: listings.map(factsOf), is_strict }, site),
        );
      }),
    );
}

const withOptions = (command: Command) =>
  command
    .option(...siteOption)
    .addOption(new Option("--format <format>", "what the file is, where its name does not say").choices(fileFormats))
    .option("--allow-refused", "exit with 0 though lines were refused");

/** What became of the records of a batch, in their order. */
interface BatchResult {
  outcomes: z.output<typeof outcome>[];
  categories_made: string[];
}

/** Reads a file line by line and has its records saved in batches. */
async function importFile<Record extends object>(
  session: Session,
  { site: siteKey, format, ...options }: ImportOptions,
  path: string,
  check: (value: unknown, line: number) => Checked<Record>,
  save: (site: SiteRow, records: Record[]) => Promise<BatchResult>,
): Promise<Answer> {
  const site = await chosenSite(session, siteKey);
  const report = new ImportReport(session.io);
  const batchSize = session.isOnServer ? batchOfServer : batchOfFile;
  let batch: { line: number; record: Record }[] = [];
  const saveBatch = async () => {
    const { outcomes, categories_made } = await save(
      site,
      batch.map(({ record }) => record),
    );
    outcomes.forEach((outcome, i) => void report.count(batch[i]!.line, outcome));
    report.made(categories_made);
    batch = [];
    report.progress();
  };

  for await (const found of recordsOf(path, format ?? formatOf(path)))
    for (const read of found) {
      report.lines = read.line;
      const checked = "refused" in read ? read : check(read.value, read.line);
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

/** Reads listings, each address once in a file. */
function listingReader() {
  const lineOfAddress = new Map<string, number>();
  return (value: unknown, line: number): Checked<ListingLine> => {
    const read = readListing(value);
    if ("refused" in read) return read;
    const key = urlKey(read.record.url);
    const first = lineOfAddress.get(key);
    if (first !== undefined) return { refused: `url is that of line ${first} again` };
    lineOfAddress.set(key, line);
    return read;
  };
}

function factsOf({ licenses, tags, platforms, ...facts }: ListingLine) {
  const allTags = [...new Set([...tags, ...licenses.map(licenseTag)])];
  return { ...facts, platforms: [...new Set(platforms)], tags: allTags };
}
