import axe from "axe-core";
import type { Page } from "puppeteer";

/**
 * What keeps people from using the page as it is shown now: what axe calls serious, or with `isStrict` all that it
 * finds, and what runs over the side.
 */
export async function pageFaults(page: Pick<Page, "evaluate">, { isStrict = false } = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run()")) as any;
  const serious = violations.filter(({ impact }: any) => isStrict || impact === "serious" || impact === "critical");
  const isTooWide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
  return [
    ...serious.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`),
    ...(isTooWide ? ["runs over the side"] : []),
  ];
}
