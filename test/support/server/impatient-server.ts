import { supervise } from "#bridge/processes/supervisor.ts";
import { createLogger } from "#bridge/start/log.ts";

/** A server of two workers that counts a worker as hung after 2 s instead of 20. */
const { baseUrl } = await supervise(2, 0, createLogger({ LOG_LEVEL: "info", LOG_FORMAT: "json" }), {
  reportEveryMs: 100,
});
console.log(`API ${baseUrl}/api/v1`);
