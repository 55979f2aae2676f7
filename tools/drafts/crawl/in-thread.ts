import { Thread } from "../../core/ports/thread.ts";
import type { DraftSource, WrittenDraft } from "../shared/writing.ts";
import type { choosePages } from "./choose-pages.ts";
import type { readBadge } from "./read-badge.ts";
import type { readPage } from "./read-page.ts";
import type { readSitemap } from "./read-sitemap.ts";
import type { isAllowedBy, readRobots } from "./robots-rules.ts";

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

/** Runs a task in a separate thread to keep the server responsive, because reading two megabytes can take a second. */
export const inThread: typeof thread.ask = (task, ...input) => thread.ask(task, ...input);
