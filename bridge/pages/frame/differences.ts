import { diffWordsWithSpace } from "diff";
import { type Html, html } from "./html.ts";

/** Words in and out after which two texts have nothing in common that would be worth marking. */
const maxChanges = 2000;

/** Two states of a text, what is only in the one marked as deleted, what is only in the other as inserted. */
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
