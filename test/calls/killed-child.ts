import { openStore } from "#db/store/file-store.ts";
import { startTestServer } from "../support/server/harness.ts";

/** Serves a database until a call has had its effect, then dies before it responds. */
const { url } = await startTestServer({
  store: openStore(process.env.DATABASE!),
  afterWrite: () => process.kill(process.pid, "SIGKILL"),
});
console.log(url);
