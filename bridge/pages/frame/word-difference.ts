import { diffWordsWithSpace } from "diff";
import { type Html, html } from "./html.ts";

// Words that differ; past it comparing takes long and says nothing.
const mostEdits = 400;
/** Of two texts with less in common the parts say nothing: they are shown one after the other. */
const leastCommon = 0.4;

/** Two texts as one, with what was taken out and put in marked; those who do not see the marks hear them. */
export function wordDifference(before: string, after: string): Html {
  return html`${parts(before, after).map(({ value, added, removed }) => {
    if (added) return html`<ins><span class="hidden">[added: </span>${value}<span class="hidden">]</span></ins>`;
    if (removed) return html`<del><span class="hidden">[removed: </span>${value}<span class="hidden">]</span></del>`;
    return value;
  })}`;
}

interface Part {
  value: string;
  added: boolean;
  removed: boolean;
}

function parts(before: string, after: string): Part[] {
  const found = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  const kept = (found ?? []).filter(({ added, removed }) => !added && !removed);
  const common = kept.reduce((sum, { value }) => sum + value.length, 0);
  if (found && common >= leastCommon * Math.max(before.length, after.length)) return found;
  const whole = [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ];
  return whole.filter(({ value }) => value !== "");
}
