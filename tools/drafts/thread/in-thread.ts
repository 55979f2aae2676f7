import { Thread } from "../../core/ports/thread.ts";
import type { Tasks } from "./tasks.ts";

const thread = new Thread<Tasks>(new URL("./thread.ts", import.meta.url).href);

/**
 * Runs a task on a thread of its own, so that whatever a page is made of, the server goes on answering: two megabytes
 * can take a second to read.
 */
export const inThread: typeof thread.ask = (task, ...input) => thread.ask(task, ...input);
