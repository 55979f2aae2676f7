import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "#db/store/file-store.ts";
import { startOfWeek, utcDay, weekOf } from "#db/values/week.ts";
import { digestDay } from "#tools/followers/rules.ts";
import { plainSaas } from "../drafts/sites/plain-saas.ts";
import { serveSite } from "../drafts/sites/serve.ts";
import { visitor } from "../support/clients/visitor.ts";
import { startMailServer } from "../support/fakes/mail-server.ts";
import { testNow } from "../support/server/harness.ts";
import { newDataDir, type Process, runServer } from "../support/server/process.ts";

const minuteMs = 60_000;

/** The whole program with a clock that is ours, the website of a product, and a mail server. */
export async function startWalk() {
  const folder = newDataDir();
  const clock = `${folder}.clock`;
  const mail = await startMailServer();
  let isBadgeShown = false;
  let slug = "";
  const home = plainSaas.pages["/"] as string;
  const website = await serveSite({
    ...plainSaas,
    pages: {
      ...plainSaas.pages,
      "/": () => {
        const badge = `<a href="${server.url}/listings/${slug}"><img src="${server.url}/badges/site.svg" alt="Listed"></a>`;
        const body = isBadgeShown ? home.replace("</main>", `${badge}</main>`) : home;
        return new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });
      },
    },
  });

  let shift = 0;
  const now = () => Date.now() + shift;
  function goTo(time: number): void {
    shift = time - Date.now();
    writeFileSync(`${clock}.new`, String(shift));
    renameSync(`${clock}.new`, clock);
  }
  goTo(testNow.getTime());

  const start = (port: string) =>
    runServer({
      PORT: port,
      DATA_DIR: folder,
      SEED: "demo",
      ALLOW_NETWORKS: "127.0.0.0/8",
      RATE_LIMITS: "off",
      SMTP_URL: mail.url,
      MAIL_FROM: "Slipway <hello@slipway.example>",
      CLOCK: clock,
      BUN_OPTIONS: `--preload ${join(import.meta.dir, "../support/server/shifted-clock.ts")}`,
    });
  let server: Process & { url: string } = await start("0");
  const { port } = new URL(server.url);
  const store = openStore(join(folder, "slipway.db"));

  /** Waits until the work of this hour is done: what comes round by itself, and all that it causes. */
  async function settle(): Promise<void> {
    const time = new Date(now());
    const day = utcDay(time);
    const due = [`badge-checks:${day}`, `digests:${digestDay(time)}`, `sweep:${day}`, `week-rollover:${weekOf(time)}`];
    const isOver = () => {
      const rows = store.read.$client
        .query<{ key: string; state: string; run_at: string }, []>("SELECT key, state, run_at FROM jobs")
        .all();
      const soon = new Date(now() + minuteMs).toISOString();
      return (
        due.every((key) => rows.some((row) => row.key === key)) &&
        rows.every(({ state, run_at }) => state === "done" || state === "dead" || run_at > soon)
      );
    };
    while (!isOver()) await Bun.sleep(20);
  }

  /** Asks until somebody answers: between a kill and the next start nobody does. */
  async function ask(path: string, init: RequestInit): Promise<Response> {
    for (;;) {
      try {
        const response = await fetch(server.url + path, init);
        const body = await response.arrayBuffer();
        return new Response(body, response);
      } catch {
        await Bun.sleep(20);
      }
    }
  }

  return {
    store,
    /** What has come, once by its Message-ID, which a repeated delivery has again. */
    get mails() {
      return new Map(mail.received.map(({ mail }) => [mail.messageId!, mail]));
    },
    person: () => visitor(server),
    settle,
    website: { url: website.url },
    setBadge(shown: boolean, of = slug) {
      isBadgeShown = shown;
      slug = of;
    },
    async goToWeek(week: string) {
      goTo(startOfWeek(week)!.getTime());
      await settle();
    },
    async passDays(days: number) {
      goTo(now() + days * 86_400_000);
      await settle();
    },
    ask,
    /** Kills the program and starts it again on the same address. */
    async kill() {
      server.child.kill("SIGKILL");
      await server.ended();
      server = await start(port);
    },
    async stop() {
      server.child.kill("SIGKILL");
      await server.ended();
      await store.close();
      await website.stop();
      await mail.stop();
    },
  };
}

export type Walk = Awaited<ReturnType<typeof startWalk>>;
