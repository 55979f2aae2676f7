import type { Store } from "#db/store/store.ts";
import type { Founder } from "../support/server/demo.ts";

export interface Fixture {
  store: Store;
  founder: Founder;
}

/** Creates what an operation needs and returns an input that changes the demo directory. */
export type Preparation = (fixture: Fixture) => Promise<Record<string, unknown>>;
export type Inputs = Record<string, Preparation>;
