import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { composeMail } from "#auth/mails.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { isOverdue, lastBackup, saveLastBackup } from "#db/store/last-backup.ts";
import type { Db, Store } from "#db/store/store.ts";
import { dayMs, utcDay } from "#db/values/week.ts";
import { defineScheduledJob } from "#tools/core/operations/declare-job.ts";
import { type Finish, handleJob, type Job } from "#tools/core/operations/job.ts";
import type { FinishParts } from "../jobs/finish.ts";
import { mailingSite } from "../start/call-context.ts";
import { dueBy } from "./make.ts";

export interface Backups extends Pick<Store, "emptyLog"> {
  /** 0 if the server makes no backups. */
  everyH: number;
  database: { path: string };
  /** Makes a backup, or throws an error with a message for the operator. */
  make(signal: AbortSignal): Promise<void>;
  now(): Date;
}

const hourMs = 3_600_000;
/** Backups and the emptying of the log come after the night's deletions. */
export const afterNight = (now: Date) => new Date(now.getTime() - 3 * hourMs);

export function backupJobs({
  backups,
  ...parts
}: Pick<FinishParts, "teamEmail" | "urlsOf"> & { backups: Backups | null }): Job[] {
  const everyMs = (backups?.everyH ?? 0) * hourMs;
  const scheduled = (kind: string, every: (now: Date) => string) => ({
    ...defineScheduledJob({ kind, every }),
    ...(everyMs === 0 && { period: undefined }),
  });

  return [
    handleJob({
      ...scheduled("backup", (now) => String(Math.floor(afterNight(now).getTime() / everyMs))),
      async run({ now, log, signal }) {
        if (everyMs === 0) return undefined;
        const { database, everyH, make } = backups!;
        try {
          await make(AbortSignal.any([signal, AbortSignal.timeout(Math.min(everyMs, dayMs))]));
          log.info(lastBackup(database), "backup made and checked");
        } catch (error) {
          signal.throwIfAborted();
          const { goodAt = null, bytes = null, dueBy: due = dueBy(now, everyH) } = lastBackup(database) ?? {};
          const { message } = error as Error;
          saveLastBackup(database, {
            at: now.toISOString(),
            result: "failed",
            error: message,
            goodAt,
            bytes,
            dueBy: due,
          });
          throw error;
        }
        return undefined;
      },
      onDead: ({ read }, _payload, error) => mailOf(read, failure(error.message)),
    }),
    handleJob({
      // There is one period per good backup that is overdue, so there is one mail about it.
      ...scheduled("backup-overdue", (now) => {
        const last = lastBackup(backups!.database);
        return last?.result === "ok" && isOverdue(last, now) ? last.goodAt! : "none";
      }),
      async run({ now, read }) {
        const last = backups && lastBackup(backups.database);
        return last?.result === "ok" && isOverdue(last, now) ? mailOf(read, overdue(last.goodAt!)) : undefined;
      },
    }),
    handleJob({
      ...defineScheduledJob({ kind: "empty-log", every: (now) => utcDay(afterNight(now)) }),
      run: async () => void backups?.emptyLog(),
    }),
  ];

  async function mailOf(read: Db, content: { subject: string; paragraphs: string[] }): Promise<Finish | undefined> {
    const { teamEmail, urlsOf } = parts;
    const [site] = await allSites(read);
    if (teamEmail === null || !site) return undefined;
    const mail = composeMail(mailingSite(site, urlsOf(site).base), { greeting: "", reason, ...content });
    return (tx) => queueMail(tx, { recipient: teamEmail, ...mail }, backups!.now());
  }
}

const reason = "You receive this email because it is the team's email address. Each failure causes one email.";
const help = "Read “If a step fails” in docs/backup-and-upgrade.md, fix the cause and run: admin backup";

const failure = (message: string) => ({
  subject: "The backup failed",
  paragraphs: [`The server could not make a backup: ${message}.`, "No older backup was deleted.", help],
});

const overdue = (goodAt: string) => ({
  subject: "The backup is overdue",
  paragraphs: [
    `The latest good backup was made at ${goodAt}. It is older than twice the interval between backups.`,
    help,
  ],
});

/** Runs a command in a process of its own, because SQLite, encryption and compression would block this one. */
export async function runInProcess(name: "backup" | "dump", signal: AbortSignal): Promise<void> {
  const command = [process.execPath, join(import.meta.dir, "../commands/main.ts"), name];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "pipe", signal });
  // Requests come first.
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const output = await child.stderr.text();
  const exitCode = await child.exited;
  if (signal.aborted) throw new Error("it took too long and was stopped");
  if (exitCode !== 0)
    throw new Error(output.replace(/^error: /, "").trim() || `its process ended with ${child.signalCode ?? exitCode}`);
}
