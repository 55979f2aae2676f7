import type { CrawledPage } from "../shared/crawled-page.ts";

const notFound =
  /(?:^|\D)404(?:\D|$)|not found|page (?:does ?n[o'’]?t|could ?n[o'’]?t|can(?:no|['’])t)|no longer (?:exists|available)|nothing (?:was )?(?:found|here)|nicht gefunden|existiert nicht|introuvable|n['’]existe pas|non trouvée|no encontrad|no existe|non trovat|não encontrad|niet gevonden|nie znaleziono|hittades inte|ikke fundet|見つかりません|找不到|غير موجود/i;

const maxLength = 1500;

export const shownLength = ({ blocks }: Pick<CrawledPage, "blocks">) =>
  blocks.reduce((sum, { region, text }) => sum + (region === "main" || region === "aside" ? text.length : 0), 0);

export function isNotFoundPage(page: Pick<CrawledPage, "title" | "blocks">): boolean {
  if (shownLength(page) > maxLength) return false;
  const heading = page.blocks.find(({ tag }) => tag === "h1" || tag === "h2")?.text ?? "";
  return [page.title, heading].some((text) => text.length < 120 && notFound.test(text));
}

export function fingerprint({ blocks }: Pick<CrawledPage, "blocks">): string {
  const own = blocks.filter(({ region }) => region === "main");
  return (own.length > 0 ? own : blocks).map(({ text }) => text).join("\n");
}
