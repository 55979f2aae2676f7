import { diffWordsWithSpace } from "diff";
import { type Html, html } from "./html.ts";

/** If more words than this changed, the versions have too little in common to mark their differences. */
const maxChanges = 2000;

/** Returns both versions with deleted words in `<del>` and inserted words in `<ins>`. */
export function differences(before: string, after: string): { before: Html; after: Html } {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxChanges }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const was = parts.filter(({ added, value }) => !added && value !== "");
  const is = parts.filter(({ removed, value }) => !removed && value !== "");
  return {
    before: html`${was.map(({ value, removed }) => (removed ? html`<del>${value}</del>` : value))}`,
    after: html`${is.map(({ value, added }) => (added ? html`<ins>${value}</ins>` : value))}`,
  };
}
