import axe from "axe-core";
import type { Page } from "puppeteer";

// Passing elements are not needed, and there is no audio to preload.
// `target-size` (WCAG 2.2 AA) is off by default.
const everything = { resultTypes: ["violations"], preload: false, rules: { "target-size": { enabled: true } } };
const colour = { ...everything, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/**
 * Returns serious and critical findings of axe, or all findings with `isStrict`, and whether the page is too wide.
 * @param ofColour checks only what another colour scheme can change
 * @param ofWidth checks only the width
 */
export async function pageFaults(
  page: Pick<Page, "evaluate">,
  { isStrict = false, ofColour = false, ofWidth = false } = {},
): Promise<string[]> {
  const isTooWide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
  const width = isTooWide ? ["wider than the screen"] : [];
  if (ofWidth) return width;
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(ofColour ? colour : everything)})`)) as any;
  const serious = violations.filter(({ impact }: any) => isStrict || impact === "serious" || impact === "critical");
  return [...serious.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`), ...width];
}
