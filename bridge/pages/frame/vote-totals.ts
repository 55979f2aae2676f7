import type { WeekTotals } from "#tools/votes/shared/records.ts";
import { exclusionWords } from "#tools/votes/shared/rules.ts";
import { type Html, html } from "./html.ts";

export const voteTotals = ({
  cast,
  counted,
  excluded,
  without_ballots,
}: WeekTotals): Html => html`<dl class="facts counts">
${row("Cast", cast)}
${excluded.map(({ reason, count }) => row(`Not counted: ${exclusionWords[reason]}`, count))}
${row("Counted", counted)}
${without_ballots > 0 && row("Counted without ballots", without_ballots)}
</dl>`;

const row = (
  label: string,
  value: number,
): Html => html`<div><dt>${label}</dt><dd>${value.toLocaleString("en")}</dd></div>
`;
