/** Whether tests run at full size: all rounds, revisions and combinations (`bun run test:nightly`). */
export const isNightly = process.env.NIGHTLY === "1";
