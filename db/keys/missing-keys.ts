import { existsSync } from "node:fs";

const files = {
  key: "waiting emails and payment links cannot be read, links in earlier emails stop working, and blocked email addresses are no longer recognised",
  "signing.pem":
    "a new key will sign the ballots of future weeks, and nothing confirms it for the ballots of earlier weeks",
};

/** The keys that belong to a database but are never in it or in a backup. */
export const keyFiles = (path: string) =>
  (Object.keys(files) as (keyof typeof files)[]).map((name) => ({ name, file: `${path}.${name}`, loss: files[name] }));

export const missingKeys = (path: string) => keyFiles(path).filter(({ file }) => !existsSync(file));
