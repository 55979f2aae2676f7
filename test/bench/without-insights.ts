import { plugin } from "bun";

// Preloaded by test/bench/insights.ts: replaces the module that counts events with one that counts nothing.
plugin({
  name: "without-insights",
  setup(build) {
    build.onLoad({ filter: /bridge\/http\/server\/insights\.ts$/ }, () => ({
      loader: "js",
      contents: `export const savingEvents = () => async () => {};
export const trackInsights = () => ({ counterFor() {}, async flush() {}, async stop() {} });`,
    }));
  },
});
