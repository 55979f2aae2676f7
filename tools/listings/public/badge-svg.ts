import { badgeHeight } from "../shared/rules.ts";

export interface BadgeDrawing {
  mark: "site" | "launch" | "verified" | { place: number };
  caption: string;
  title: string;
  label: string;
}

export const badgeThemes = ["auto", "light", "dark"] as const;
export type BadgeTheme = (typeof badgeThemes)[number];

const textLeft = 58;
const paddingRight = 18;
const maxTextWidth = 280;
const captionSize = 10;
const captionSpacing = 0.9;
const titleSize = 18;

const light = {
  ground: "#ffffff",
  edge: "#cfd6df",
  ink: "#14213a",
  faint: "#55637a",
  accent: "#1f5fd0",
  on: "#ffffff",
};
const dark = { ground: "#141c2b", edge: "#3a475c", ink: "#f1f4f9", faint: "#aab6c8", accent: "#7fb0ff", on: "#10182a" };
const metals = ["#a87400", "#66758a", "#a35f2e"];
const plain = "#1f5fd0";

export const badgeWidth = (drawing: BadgeDrawing) => {
  const { caption, title } = fitted(drawing);
  return Math.ceil(textLeft + Math.max(caption.width, title.width) + paddingRight);
};

type Palette = typeof light;
/** Sets colours as attributes, which every renderer supports, and adds a class for the rules of the dark theme. */
interface Paint {
  fill(name: keyof Palette): string;
  stroke(name: keyof Palette): string;
}

export function badgeSvg(drawing: BadgeDrawing, theme: BadgeTheme): string {
  const { caption, title } = fitted(drawing);
  const width = badgeWidth(drawing);
  const palette = theme === "dark" ? dark : light;
  const paint: Paint = {
    fill: (name) => `class="f-${name}" fill="${palette[name]}"`,
    stroke: (name) => `class="s-${name}" stroke="${palette[name]}"`,
  };
  const label = escapeXml(drawing.label);
  const line = (
    { text, width }: Line,
    y: number,
    size: number,
    weight: number,
    colour: keyof Palette,
    adjust: string,
  ) =>
    `<text x="${textLeft}" y="${y}" font-size="${size}" font-weight="${weight}" ${paint.fill(colour)} textLength="${width}" lengthAdjust="${adjust}">${escapeXml(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${badgeHeight}" viewBox="0 0 ${width} ${badgeHeight}" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<style>text{font-family:Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif}${theme === "auto" ? darkRules : ""}</style>`,
    `<rect width="${width}" height="${badgeHeight}" rx="10.5" ${paint.fill("edge")}/>`,
    `<rect x="1" y="1" width="${width - 2}" height="${badgeHeight - 2}" rx="9.5" ${paint.fill("ground")}/>`,
    mark(drawing.mark, paint),
    line(caption, 21, captionSize, 600, "faint", "spacing"),
    line(title, 41, titleSize, 700, "ink", "spacingAndGlyphs"),
    "</svg>",
  ].join("");
}

const darkRules = `@media(prefers-color-scheme:dark){${Object.entries(dark)
  .map(([name, colour]) => `.f-${name}{fill:${colour}}.s-${name}{stroke:${colour}}`)
  .join("")}}`;

function mark(kind: BadgeDrawing["mark"], { fill, stroke }: Paint): string {
  const box = `<rect x="11" y="11" width="32" height="32" rx="8" ${fill("accent")}/>`;
  const pen = `${stroke("on")} fill="none" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"`;
  if (kind === "site")
    return `${box}<g transform="rotate(-16 27 27)"><path ${fill("on")} d="M17.5 24h19l-3.6 6.4H21z"/><path ${pen} d="M27 22.5v-6"/></g><path ${pen} d="M17.5 38 37 32.4"/>`;
  if (kind === "launch")
    return `${box}<path ${fill("on")} d="M17.5 23.5h19l-3.6 6.4H21z"/><path ${pen} d="M27 22v-6"/><path ${pen} d="M17 35.5c3.300 2.6 6.700 2.6 10 0s6.700-2.6 10 0"/>`;
  if (kind === "verified")
    return `<path ${fill("accent")} d="M27 9.5 41.5 15v11.200c0 8.6-6 15-14.5 18.300-8.5-3.300-14.5-9.700-14.5-18.300V15z"/><path ${pen} d="m20.5 27 4.700 4.700 8.800-9.200"/>`;
  const { place } = kind;
  const size = place > 99 ? 9 : 13;
  return `<path ${fill("accent")} d="M17 8h8l4 12h-8zM37 8h-8l-4 12h8z"/><circle cx="27" cy="30.5" r="14" fill="${metals[place - 1] ?? plain}"/><circle cx="27" cy="30.5" r="11" fill="none" stroke="#fff" stroke-opacity=".55"/><text x="27" y="30.5" dy=".36em" text-anchor="middle" font-size="${size}" font-weight="700" fill="#fff">${place}</text>`;
}

interface Line {
  text: string;
  width: number;
}

function fitted({ caption, title }: BadgeDrawing): { caption: Line; title: Line } {
  return {
    caption: fit(caption.toUpperCase(), (text) => measure(text, captionSize) + captionSpacing * text.length),
    title: fit(title, (text) => measure(text, titleSize)),
  };
}

function fit(text: string, widthOf: (text: string) => number): Line {
  const characters = [...printable(text)];
  let shown = characters.join("");
  while (widthOf(shown) > maxTextWidth) {
    characters.pop();
    shown = `${characters.join("").trimEnd()}…`;
  }
  return { text: shown, width: Math.round(widthOf(shown) * 10) / 10 };
}

// XML 1.0 allows neither lone surrogates nor most control characters (section 2.2).
export const printable = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

const widths: [RegExp, number][] = [
  [/\p{M}|\u200D|\uFE0F/u, 0],
  [/[ijlI.,:;'|!’·]/, 0.29],
  [/[ frt()[\]/\\-]/, 0.36],
  [/[mwMW@%…—]/, 0.9],
  [/\p{Lu}|[&#+=<>~]/u, 0.69],
  [/[a-z0-9]/, 0.58],
  [/[\u1100-\u{1FAFF}]/u, 1],
];

// The widths are averages of common bold sans-serif fonts. `textLength` then enforces the width in any font.
export function measure(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += widths.find(([kind]) => kind.test(character))?.[1] ?? 0.62;
  return width * size;
}

const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

export const escapeXml = (text: string) => printable(text).replace(/[&<>"']/g, (sign) => entities.get(sign)!);
