import type { BadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { isBadgeImage, isListingPage, namesBadge, type WantedBadge } from "../../listings/shared/rules.ts";
import { boundHtml } from "./bound-html.ts";
import { decodeDocument } from "./charset.ts";
import { ElementStack } from "./element-stack.ts";
import { attributesOf } from "./fold-text.ts";
import { imageSource } from "./page-images.ts";
import type { PageSource } from "./read-page.ts";
import { BaseUrl, resolveUrl } from "./resolve-url.ts";
import { isHidden, isSilent } from "./visibility.ts";

export type BadgeFinding = Pick<BadgeCheck, "isFound" | "fault" | "detail">;

export const badgeFound: BadgeFinding = { isFound: true, fault: null, detail: null };
export const badgeFault = (fault: NonNullable<BadgeFinding["fault"]>, detail: string | null = null): BadgeFinding => ({
  isFound: false,
  fault,
  detail,
});

interface Open {
  tag: string;
  isHidden: boolean;
  isSilent: boolean;
  link: { href: string } | null;
}

interface Seen {
  isHidden: boolean;
  around: Open[];
  link: Open["link"];
}

const maxSeen = 200;
const maxDepth = 250;
const maxWaitingEnds = 4000;

/** Searches for a link to the listing's page around or beside one of its badges. Never throws. */
export function readBadge({ bytes, contentType, url }: PageSource, wanted: WantedBadge): BadgeFinding {
  const source = decodeDocument(bytes, contentType);
  const { images, links } = new BadgeReader(url, wanted).read(source);
  const isLinked = (image: Seen) =>
    leadsThere(image.link, wanted) || links.some((link) => !link.isHidden && isBeside(image, link));
  const shown = images.filter((image) => !image.isHidden);
  if (shown.some(isLinked)) return badgeFound;
  const elsewhere = shown.find(({ link }) => link !== null);
  if (elsewhere) return badgeFault("elsewhere", elsewhere.link!.href.slice(0, 300));
  if (images.length > shown.length || links.some((link) => link.isHidden)) return badgeFault("hidden");
  if (shown.length > 0) return badgeFault("elsewhere");
  if (links.length > 0) return badgeFault("link_alone");
  return badgeFault(namesBadge(source, wanted) ? "in_code" : "absent");
}

const leadsThere = (link: Open["link"], wanted: WantedBadge) => link !== null && isListingPage(link.href, wanted);

/** Elements that contain so much of a page that two elements in them may be far apart. */
const wide = new Set(["html", "body", "main", "article", "section"]);

const isBeside = (image: Seen, link: Seen): boolean =>
  image.around.at(-1) === link.around.at(-1) ||
  image.around.some((element) => !wide.has(element.tag) && link.around.includes(element));

class BadgeReader {
  readonly #base: BaseUrl;
  #waitingEnds = 0;
  readonly #stack = new ElementStack<Open>({ tag: "html", isHidden: false, isSilent: false, link: null });
  readonly images: Seen[] = [];
  readonly links: Seen[] = [];

  constructor(
    url: string,
    private readonly wanted: WantedBadge,
  ) {
    this.#base = new BaseUrl(url);
  }

  read(source: string): this {
    new HTMLRewriter().on("*", { element: (element) => this.#element(element) }).transform(boundHtml(source).html);
    return this;
  }

  #element(element: HTMLRewriterTypes.Element): void {
    const tag = element.tagName;
    const get = attributesOf(element);
    this.#stack.endBefore(tag);
    if (tag === "base") this.#base.set(get("href"));
    const around = this.#stack.top;
    const opened: Open = {
      tag,
      isHidden: around.isHidden || isHidden(tag, { get }),
      isSilent: around.isSilent || isSilent(tag),
      link: tag === "a" ? this.#linkOf(get("href")) : around.link,
    };
    if (!opened.isSilent) this.#look(opened, get);
    if (!element.canHaveContent || this.#stack.depth >= maxDepth || this.#waitingEnds >= maxWaitingEnds) return;
    this.#stack.push(opened);
    this.#waitingEnds++;
    element.onEndTag(() => {
      this.#waitingEnds--;
      this.#stack.end(opened);
    });
  }

  #look(opened: Open, get: (name: string) => string | null): void {
    const seen = { isHidden: opened.isHidden, around: this.#stack.lastTwo, link: opened.link };
    if (opened.tag === "a") {
      if (leadsThere(opened.link, this.wanted) && this.links.length < maxSeen) this.links.push(seen);
      return;
    }
    if (opened.tag !== "img" || this.images.length >= maxSeen) return;
    const image = resolveUrl(imageSource(get) ?? "", this.#base.href);
    if (image === null || !isBadgeImage(image, this.wanted)) return;
    const isDot = ["width", "height"].some((side) => /^\s*[01](?:px)?\s*$/.test(get(side) ?? ""));
    this.images.push({ ...seen, isHidden: seen.isHidden || isDot });
  }

  #linkOf(href: string | null): Open["link"] {
    const url = resolveUrl(href ?? "", this.#base.href);
    return url === null ? null : { href: url };
  }
}
