import { plugin } from "bun";

// Preloaded by test/bench/insights.ts: SIGUSR2 saves what was counted and switches counting off, or on again.
plugin({
  name: "switched-insights",
  setup(build) {
    build.onLoad({ filter: /bridge\/http\/server\/insights\.ts$/ }, ({ path }) => ({
      loader: "js",
      contents: `import * as real from ${JSON.stringify(`${path}?real`)};
export const { savingEvents } = real;
export function trackInsights(...options) {
  const insights = real.trackInsights(...options);
  let isOn = false;
  process.on("SIGUSR2", () => {
    isOn = !isOn;
    void insights.flush();
  });
  return { ...insights, counterFor: (...visit) => (isOn ? insights.counterFor(...visit) : undefined) };
}`,
    }));
  },
});
