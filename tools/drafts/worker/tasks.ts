import { choosePages } from "../crawl/choose-pages.ts";
import type { Tasks } from "../crawl/in-thread.ts";
import { readBadge } from "../crawl/read-badge.ts";
import { readPage } from "../crawl/read-page.ts";
import { readSitemap } from "../crawl/read-sitemap.ts";
import { isAllowedBy, readRobots } from "../crawl/robots-rules.ts";
import { writeFromEvidence } from "../extract/write-from-evidence.ts";

const never = new AbortController().signal;

/** The crawl declares the types of the tasks, because it calls them. */
export const tasks: Tasks = {
  readPage,
  readBadge,
  readRobots,
  isAllowedBy,
  readSitemap,
  choosePages,
  write: (source) => writeFromEvidence(source, never),
};
