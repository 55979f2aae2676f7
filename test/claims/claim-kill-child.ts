import { createDns, createOutbound } from "#bridge/outbound/create-outbound.ts";
import { openStore } from "#db/store/file-store.ts";
import type { Db, Store } from "#db/store/store.ts";
import { claimJobs } from "#tools/claims/run-jobs.ts";
import { startTestJobs } from "../support/server/jobs.ts";

/** Runs the claim jobs of a database, and kills itself at the moment that DIE_AT names. */
const { DATABASE, DNS, NOW, DIE_AT } = process.env;
const die = () => process.kill(process.pid, "SIGKILL");
const fixture = { allowNetworks: ["127.0.0.0/8"], dnsServers: [DNS!], userAgent: "slipway-test" };
const outbound = createOutbound(fixture);
const urls = { base: "http://localhost", api: "", mcp: "", docs: "" };
const opened = openStore(DATABASE!);
const ownersIn = ({ $client }: Pick<Db, "$client">) =>
  $client.query("SELECT 1 FROM company_owners WHERE via LIKE 'claim:%'").all().length;

const store: Store = {
  ...opened,
  async write(work) {
    const before = ownersIn(opened.read);
    const result = await opened.write(async (tx) => {
      const made = await work(tx);
      if (DIE_AT === "ownership written" && ownersIn(tx) > before) die();
      return made;
    });
    if (DIE_AT === "ownership committed" && ownersIn(opened.read) > before) die();
    return result;
  },
};

startTestJobs({
  store,
  // The time goes on, so that failed jobs are retried.
  now: () => new Date(Date.parse(NOW!) + performance.now()),
  jobs: claimJobs({
    ...createDns(fixture),
    async fetch(url, options) {
      const answer = await outbound.fetch(url, options);
      if (DIE_AT === "proof found" && answer.status === 200) die();
      return answer;
    },
    renderer: null,
    urlsOf: () => urls,
  }).filter(({ period }) => !period),
  pollMs: 20,
});
