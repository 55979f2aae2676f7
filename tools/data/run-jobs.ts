import { addPublishedPosts } from "#db/queries/data/feed.ts";
import { allSites, saveIndexNow } from "#db/queries/sites/sites.ts";
import { handleJobs } from "../core/operations/job.ts";
import { type DataPorts, notifyOf } from "./index-now.ts";
import * as jobs from "./jobs.ts";

export const dataJobs = (ports: DataPorts) =>
  handleJobs(jobs, {
    // A post becomes public by its date, without a change of its row.
    announcePosts: {
      run:
        async ({ now }) =>
        async (tx) =>
          void (await addPublishedPosts(tx, now)),
    },

    notifySearchEngines: {
      async run(context) {
        const reached: [siteId: number, state: string][] = [];
        for (const site of await allSites(context.read)) {
          const state = await notifyOf(site, ports, context);
          if (state) reached.push([site.id, JSON.stringify(state)]);
        }
        return async (tx) => {
          for (const one of reached) await saveIndexNow(tx, ...one);
        };
      },
    },
  });
