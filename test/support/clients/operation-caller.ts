import type * as z from "zod";
import { allScopes, teamScopesOf } from "#auth/scopes.ts";
import { siteUrls } from "#bridge/http/server/runtime.ts";
import { callContext } from "#bridge/start/call-context.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Role } from "#db/schema/vocabulary.ts";
import { callTool } from "#tools/core/calls/call.ts";
import type { Actor } from "#tools/core/operations/actor.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import type { TestServer } from "../server/harness.ts";

/** Calls any operation on a site, as an account, the team or a job. */
export const operationCaller =
  ({ runtime }: Pick<TestServer, "runtime">) =>
  async <Input extends z.ZodObject, Output extends z.ZodObject>(
    by: { accountId: number; role?: Role; address?: string } | "job",
    site: SiteRow,
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.input<Output>> => {
    const actor: Actor =
      by === "job"
        ? { kind: "job", via: "job:test" }
        : {
            kind: "person",
            accountId: by.accountId,
            scopes: [...allScopes, ...teamScopesOf({ role: by.role ?? "member", roleSites: null }, site.id)],
            via: "browser",
            isTest: false,
          };
    const urlsOf = (other: Pick<SiteRow, "host">) => siteUrls(runtime, other);
    const origin = {
      actor,
      site,
      urls: urlsOf(site),
      urlsOf,
      address: by === "job" ? null : (by.address ?? null),
      requestId: "test",
    };
    return (await callTool(operation, callContext(runtime, origin), () => input, runtime.policy)).output;
  };
