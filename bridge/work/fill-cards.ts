import { fillCards } from "../../db/queries/ready-cards.ts";
import type { Store } from "../../db/store.ts";

/** Long enough that others get to write between two steps. */
const pauseMs = 10;

/** Stores the cards of live listings that have none, as after an update of the program. */
export async function fillStoredCards(write: Store["write"], signal?: AbortSignal): Promise<void> {
  for (let last: number | null = 0; last !== null && !signal?.aborted; await Bun.sleep(pauseMs)) {
    const from: number = last;
    last = await write((tx) => fillCards(tx, from));
  }
}
