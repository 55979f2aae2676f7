import { choosePages } from "../crawl/choose-pages.ts";
import { readBadge } from "../crawl/read-badge.ts";
import { readPage } from "../crawl/read-page.ts";
import { readSitemap } from "../crawl/read-sitemap.ts";
import { isAllowedBy, readRobots } from "../crawl/robots-rules.ts";
import { writeFromEvidence } from "../extract/write-from-evidence.ts";
import type { DraftSource } from "../writing.ts";

const never = new AbortController().signal;

/** What is done with texts that strangers wrote, each as long as it likes to be: see `inThread`. */
export const tasks = {
  readPage,
  readBadge,
  readRobots,
  isAllowedBy,
  readSitemap,
  choosePages,
  write: (source: DraftSource) => writeFromEvidence(source, never),
};

export type Tasks = typeof tasks;
