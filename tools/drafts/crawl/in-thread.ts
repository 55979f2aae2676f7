import { Thread } from "../../core/ports/thread.ts";
import type { DraftSource, WrittenDraft } from "../shared/writing.ts";
import type { choosePages } from "./choose-pages.ts";
import type { readBadge } from "./read-badge.ts";
import type { readPage } from "./read-page.ts";
import type { readSitemap } from "./read-sitemap.ts";
import type { isAllowedBy, readRobots } from "./robots-rules.ts";

/** What is done with texts that strangers wrote, each as long as it likes to be: see `inThread`. */
export interface Tasks {
  readPage: typeof readPage;
  readBadge: typeof readBadge;
  readRobots: typeof readRobots;
  isAllowedBy: typeof isAllowedBy;
  readSitemap: typeof readSitemap;
  choosePages: typeof choosePages;
  write(source: DraftSource): Promise<WrittenDraft>;
}

const thread = new Thread<Tasks>(new URL("../worker/thread.ts", import.meta.url).href);

/**
 * Runs a task on a thread of its own, so that whatever a page is made of, the server goes on answering: two megabytes
 * can take a second to read.
 */
export const inThread: typeof thread.ask = (task, ...input) => thread.ask(task, ...input);
