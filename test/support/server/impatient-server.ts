import { supervise } from "#bridge/processes/supervisor.ts";
import { createLogger } from "#bridge/start/log.ts";

/** A server of two workers, as `WORKERS=2` starts it, that takes a worker for hung after 2 s instead of 20. */
const { baseUrl } = await supervise(2, 0, createLogger("info"), { reportEveryMs: 100 });
console.log(`API ${baseUrl}/api/v1`);
