import { afterAll, beforeAll } from "bun:test";
import { startTestServer, type TestServer } from "./harness.ts";

/** Starts a server with the demo directory before the tests of a file and stops it afterwards. */
export function useTestServer(): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => void Object.assign(server, await startTestServer()));
  afterAll(() => server.stop());
  return server;
}
