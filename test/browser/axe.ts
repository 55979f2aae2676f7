import axe from "axe-core";
import type { Page } from "puppeteer";

// Of what is right, axe need not write down each element; there is no sound to load beforehand.
const everything = { resultTypes: ["violations"], preload: false };
const colour = { ...everything, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/**
 * What keeps people from using the page as it is shown now: what axe calls serious, or with `isStrict` all that it
 * finds, and what runs over the side.
 * @param ofColour only what another colour scheme can change on a page that was looked through whole
 */
export async function pageFaults(
  page: Pick<Page, "evaluate">,
  { isStrict = false, ofColour = false } = {},
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(ofColour ? colour : everything)})`)) as any;
  const serious = violations.filter(({ impact }: any) => isStrict || impact === "serious" || impact === "critical");
  const isTooWide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
  return [
    ...serious.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`),
    ...(isTooWide ? ["runs over the side"] : []),
  ];
}
