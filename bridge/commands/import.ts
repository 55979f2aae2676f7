import { type Command, Option } from "commander";
import type * as z from "zod";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import { selfHostedAnswers } from "#db/schema/vocabulary.ts";
import importCategories from "#tools/categories/import-categories.ts";
import { type outcome, outcomesOf } from "#tools/core/calls/batch.ts";
import importListings from "#tools/listings/shared/import-listings.ts";
import { mergeSearch } from "#tools/search/merge-search.ts";
import saveSubject from "#tools/search/subjects/save-subject.ts";
import { type Admin, chosenSite, siteOption } from "./command.ts";
import { batchesOf, type Kind, type RecordOf } from "./import-batches.ts";
import { type FileFormat, fileFormats, formatOf } from "./import-file.ts";
import { ImportReport } from "./import-report.ts";
import type { Session } from "./session.ts";

type ImportOptions = {
  site?: string;
  format?: FileFormat;
  strict?: boolean;
  selfHosted?: "yes" | "no";
  source?: string;
  allowRefused?: boolean;
};

/**
 * Lines per transaction. The number is large enough to make commits cheap, and small enough for FTS5 to collect a batch
 * in memory (`hashsize`). A running server waits only a few tenths of a second for such a transaction.
 */
const fileBatchSize = 1500;
// Lines per transaction on a database server, where each statement takes longer. `sqld` ends a transaction after 5 s if
// other transactions are waiting.
const serverBatchSize = 500;

export function addImport(program: Command, admin: Admin): void {
  const noun = program
    .command("import")
    .description("Import records into a site, from NDJSON or from CSV with a header");
  withOptions(noun.command("categories <file>"))
    .description('Import categories {name, description, slug, parent}; a name "A - B" creates B as a subcategory of A')
    .action(
      importAction(admin, "categories", (session, site, records) => session.call(importCategories, { records }, site)),
    );
  withOptions(noun.command("subjects <file>"))
    .description("Import products that listings replace {name, url, also_known_as}; existing ones are edited")
    .action(
      importAction(admin, "subjects", async (session, site, records) => ({
        outcomes: await outcomesOf(records, async (one) => (await session.call(saveSubject, one, site)).outcome),
        categories_made: [],
      })),
    );
  withOptions(noun.command("listings <file>"))
    .description(
      "Import listings {name, url, headline, summary, description, categories, platforms, pricing, plans, license, licenses, repository, self_hosted, api_url, mcp_url, sso, data_regions, languages, certifications, alternative_to, stars, tags, socials, faqs, seo_title, seo_description, landing_url}; new ones go live immediately; existing ones without an owner are edited",
    )
    .addOption(
      new Option(
        "--self-hosted <answer>",
        "whether users can host the products, for lines without self_hosted",
      ).choices(selfHostedAnswers),
    )
    .option("--source <url>", "the page from which the facts were taken")
    .option("--strict", "refuse listings with an unknown category instead of creating the category")
    .action(
      importAction(admin, "listings", (session, site, records, { strict: is_strict = false, selfHosted, source }) =>
        session.call(
          importListings,
          {
            records: records.map((one) => ({
              ...one,
              ...(selfHosted && !one.self_hosted && { self_hosted: selfHosted }),
            })),
            source_url: source ?? null,
            is_strict,
          },
          site,
        ),
      ),
    );
}

const withOptions = (command: Command) =>
  command
    .option(...siteOption)
    .addOption(new Option("--format <format>", "file format (default: taken from the file name)").choices(fileFormats))
    .option("--allow-refused", "exit with 0 even if lines were refused");

type SaveBatch<Record> = (
  session: Session,
  site: SiteRow,
  records: Record[],
  options: ImportOptions,
) => Promise<{ outcomes: z.output<typeof outcome>[]; categories_made: string[] }>;

const importAction = <Of extends Kind>(admin: Admin, kind: Of, save: SaveBatch<RecordOf<Of>>) =>
  admin.withStore<ImportOptions>(async (session, options, path) => {
    const site = await chosenSite(session, options.site);
    const report = new ImportReport(session.io);
    const size = session.isOnServer ? serverBatchSize : fileBatchSize;
    const format = options.format ?? formatOf(path!);
    for await (const lines of batchesOf({ path: path!, format, size, kind })) {
      report.lines = lines.at(-1)!.line;
      const valid = lines.filter((one) => "record" in one);
      const { outcomes, categories_made } = await save(
        session,
        site,
        valid.map(({ record }) => record),
        options,
      );
      outcomes.forEach((outcome, i) => void report.count(valid[i]!.line, outcome));
      report.categoriesMade.push(...categories_made);
      for (const one of lines)
        if ("refused" in one) report.refuse(one.line, one.refused);
        else report.ignore(one.ignored, one.unknownLicenses);
      report.progress();
    }
    await mergeSearch(session.store.write);
    return report.result(options);
  });
