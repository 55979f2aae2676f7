import type { Elysia } from "elysia";
import type { Runtime } from "./runtime.ts";

/** `/healthz`: the process answers. `/readyz`: the database does too. */
export function mountHealth(app: Elysia, runtime: Runtime): void {
  app.get("/healthz", () => new Response("ok\n", { headers: plain }));
  app.get("/readyz", () =>
    runtime.store.isReady()
      ? Response.json({ status: "ready" }, { headers: { "cache-control": "no-store" } })
      : Response.json(
          { status: "unavailable", database: "does not answer" },
          { status: 503, headers: { "cache-control": "no-store" } },
        ),
  );
}

const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
