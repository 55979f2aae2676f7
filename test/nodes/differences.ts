/** Tests of operations that are meaningless on two nodes. */

/** Files that are not run, with the reason. */
export const leftOut = new Map(
  ["calls/killed", "claims/claim-kill", "orders/payment-kill", "followers/digests-kill"].map((file) => [
    `test/${file}.test.ts`,
    "kills a process that has the file open; `bun run ledger` kills nodes",
  ]),
);

/** Prefixes of test names that fail as expected, with the reason. */
export const failing = new Map([
  [
    "problems > 507 when the disk is full",
    "`sqld` refuses the PRAGMA by which a file has no room; see db/store/sqld/full-disk.test.ts",
  ],
  [
    "the last use of a key is written later",
    "the writer is asked for it, and it was the reader that was shown the key",
  ],
  ["metadata documents > ", "fetches are counted, and either node fetches a client's document once"],
]);
