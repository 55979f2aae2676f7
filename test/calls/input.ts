import type { Store } from "#db/store/store.ts";
import type { Founder } from "../support/server/demo.ts";

export interface Fixture {
  store: Store;
  founder: Founder;
}

/** Makes what an operation is about, and returns an input with which it changes something in the demo directory. */
export type Preparation = (fixture: Fixture) => Promise<Record<string, unknown>>;
export type Inputs = Record<string, Preparation>;
