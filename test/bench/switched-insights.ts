import { plugin } from "bun";

// Preloaded by test/bench/insights.ts: SIGUSR2 switches counting on, or off again. The processor time of all saves, in
// milliseconds, is in the file `saves` of DATA_DIR.
plugin({
  name: "switched-insights",
  setup(build) {
    build.onLoad({ filter: /bridge\/http\/server\/insights\.ts$/ }, ({ path }) => ({
      loader: "js",
      contents: `import { writeFileSync } from "node:fs";
import * as real from ${JSON.stringify(`${path}?real`)};
let ms = 0;
export function savingEvents(...options) {
  const save = real.savingEvents(...options);
  return async (batch) => {
    const before = process.cpuUsage();
    await save(batch);
    const { user, system } = process.cpuUsage(before);
    ms += (user + system) / 1000;
    writeFileSync(process.env.DATA_DIR + "/saves", String(ms));
  };
}
export function trackInsights(...options) {
  const insights = real.trackInsights(...options);
  let isOn = false;
  process.on("SIGUSR2", () => {
    isOn = !isOn;
  });
  return { ...insights, counterFor: (...visit) => (isOn ? insights.counterFor(...visit) : undefined) };
}`,
    }));
  },
});
