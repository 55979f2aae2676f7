/** Tests of operations that are meaningless on two nodes. */

/** Files that are not run, with the reason. */
export const leftOut = new Map(
  ["calls/killed", "claims/claim-kill", "orders/payment-kill", "followers/digests-kill"].map((file) => [
    `test/${file}.test.ts`,
    "kills a process that has the database file open; `bun run ledger` kills nodes",
  ]),
);

/** Prefixes of test names that fail as expected, with the reason. */
export const failing = new Map([
  [
    "problems > 507: disk full, and reading still works",
    "`sqld` refuses the PRAGMA that simulates a full disk; see db/store/sqld/full-disk.test.ts",
  ],
  [
    "last use of a key: written later, not by the request",
    "the test reads it from the writer, but the key was used on the reader",
  ],
  ["metadata documents > ", "the test counts fetches, and each node fetches a client's document once"],
]);
