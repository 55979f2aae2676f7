/** Whether tests run at full size (`bun run test:nightly`). */
export const isNightly = process.env.NIGHTLY === "1";
