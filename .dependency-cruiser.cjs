const outside = (...folders) => `^(?!(?:${folders.join("|")}))`;

/** Who may import whom (README, "Layout"). */
module.exports = {
  forbidden: [
    {
      name: "db-stands-alone",
      comment: "The database layer knows nothing of tools, sign-in or transports, so that all of them can stand on it.",
      severity: "error",
      from: { path: "^db/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(tools|bridge|auth|test)/" },
    },
    {
      name: "db-has-layers",
      comment: "Values, keys, the schema and the store know no table's queries, so that all queries can use them.",
      severity: "error",
      from: { path: "^db/(values|keys|schema|store)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^db/(queries|seed)/" },
    },
    {
      name: "scopes-stand-alone",
      comment: "Scopes are a vocabulary that tools declare; they must not pull in the sign-in.",
      severity: "error",
      from: { path: "^auth/scopes\\.ts$" },
      to: { path: "^(tools|bridge|auth|db|test)/" },
    },
    {
      name: "auth-only-on-db",
      comment: "Sign-in is used by every tool call, so it cannot depend on a tool or a transport.",
      severity: "error",
      from: { path: "^auth/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(tools|bridge|test)/" },
    },
    {
      name: "tools-not-on-transports",
      comment: "A tool runs the same for MCP, REST and tests; what it needs of the outside comes in its context.",
      severity: "error",
      from: { path: "^tools/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(bridge|test|auth/(?!scopes\\.ts$))" },
    },
    {
      name: "subjects-share-only-shared",
      comment:
        "A subject may use what another keeps in shared/, the jobs that it declares, and the owner's view of a listing; another's operations are called through callTool. The copy of a person's data reads what each subject shows its owner.",
      severity: "error",
      from: { path: "^tools/(?!core/)([^/]+)/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^tools/(?!core/)[^/]+/",
        pathNot: ["^tools/$1/", "^tools/[^/]+/(shared/|jobs\\.ts$)", "^tools/listings/view/"],
      },
    },
    {
      name: "core-not-on-subjects",
      comment: "The core works for any set of operations; tools/registry.ts names them.",
      severity: "error",
      from: { path: "^tools/core/", pathNot: "\\.test\\.ts$" },
      to: { path: "^tools/(?!core/)" },
    },
    {
      name: "elysia-only-in-bridge",
      comment: "The HTTP framework is the bridge's choice; nothing else may notice a change of it.",
      severity: "error",
      from: { path: outside("bridge/") },
      to: { path: "node_modules/(elysia|@elysiajs)/" },
    },
    {
      name: "mcp-sdk-in-few-places",
      comment:
        "tools/core/mcp/ turns tools into MCP servers, bridge/http/mcp/ serves them over HTTP and knows which requests need no server; a new SDK touches only these.",
      severity: "error",
      from: {
        path: outside(
          "tools/core/mcp/(server|extras|tasks|errors)\\.ts$",
          "bridge/http/mcp/(serve-mcp|plain-request|stream)\\.ts$",
          "test/",
          ".*\\.test\\.ts$",
        ),
      },
      to: { path: "node_modules/@modelcontextprotocol/" },
    },
    {
      name: "sql-only-in-db",
      comment:
        "Statements and tables live in db/, where they can be read, indexed and moved to another SQLite together.",
      severity: "error",
      from: { path: outside("db/", "test/", ".*\\.test\\.ts$") },
      to: { path: ["node_modules/drizzle-orm/", "^bun:sqlite$"] },
    },
    {
      name: "outside-world-in-one-place",
      comment:
        "Who asks an address that a user gave has to pass the guard; raw sockets and DNS are its business alone.",
      severity: "error",
      from: { path: outside("bridge/outbound/", "test/", ".*\\.test\\.ts$") },
      to: { path: "^(node:)?(https?|http2|tls|dgram|dns(/promises)?)$" },
    },
    {
      name: "no-cycles",
      comment: "A cycle of modules has no order in which it can be understood. Type-only imports do not count.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "tests-are-not-imported",
      comment: "What ships never depends on what tests it.",
      severity: "error",
      from: { path: "^(tools|bridge|db|auth)/", pathNot: "\\.test\\.ts$" },
      to: { path: ["^test/", "\\.test\\.ts$"] },
    },
    {
      name: "no-unresolved",
      comment:
        "An import that resolves to nothing fails on the next machine; real-clients has a package.json of its own, and browsers load /verify.mjs from the server.",
      severity: "error",
      from: { pathNot: "^test/real-clients/" },
      to: { couldNotResolve: true, pathNot: "^(bun(:|$)|/verify\\.mjs$)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["bun", "import", "types", "default"],
      extensions: [".ts", ".js", ".mjs", ".json"],
    },
  },
};
