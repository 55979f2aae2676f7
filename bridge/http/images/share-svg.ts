import { escapeXml, measure, printable } from "#tools/listings/public/badge-svg.ts";
import { markPaths } from "../../pages/frame/icon.ts";
import { shareImageSize } from "../../pages/frame/share.ts";
import type { Image } from "./images.ts";

export interface ShareDrawing {
  title: string;
  text: string;
  siteName: string;
  /** If null, the first letter of the title is shown. */
  logo: Image | null;
  /** A picture of the product, of `pictureSize`. The drawing library reads PNG and JPEG, but not WebP. */
  picture: Image | null;
}

const { width, height } = shareImageSize;
const edge = 80;
const logoSide = 120;
const pictureTop = 200;
export const pictureSize = { width: width - 2 * edge, height: height - pictureTop };
const accent = "#0b7a6f";
const ink = "#14213a";
const faint = "#55637a";
const ground = "#ffffff";

export function shareSvg({ title, text, siteName, logo, picture }: ShareDrawing): string {
  const mark = logo ? image(logo, { x: edge, y: edge, width: logoSide, height: logoSide }) : initial(title);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter,'Noto Sans','DejaVu Sans',sans-serif">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/><rect width="${width}" height="12" fill="${accent}"/>`,
    ...(picture ? pictured(title, text, mark, picture) : [mark, ...plain(title, text, siteName)]),
    "</svg>",
  ].join("");
}

function plain(title: string, text: string, siteName: string): string[] {
  const name = block(title, { size: 66, weight: 700, colour: ink, left: edge, top: 288, lines: 2 });
  return [
    name.svg,
    block(text, { size: 36, weight: 400, colour: faint, left: edge, top: name.bottom, lines: 2 }).svg,
    `<g transform="translate(${edge} 548) scale(1.6)" fill="${accent}">${markPaths}</g>`,
    line(fitted(siteName, 32, width - 2 * edge - 60), { x: edge + 54, y: 579, size: 32, weight: 600, colour: ink }),
  ];
}

/** The picture takes up the lower part, so the logo and the texts share one row. Its host names the site. */
function pictured(title: string, text: string, mark: string, picture: Image): string[] {
  const left = edge + logoSide + 32;
  return [
    `<g transform="translate(0 -32)">${mark}</g>`,
    block(title, { size: 56, weight: 700, colour: ink, left, top: 104, lines: 1 }).svg,
    block(text, { size: 30, weight: 400, colour: faint, left, top: 152, lines: 1 }).svg,
    image(picture, { x: edge, y: pictureTop, ...pictureSize }),
  ];
}

const image = ({ contentType, bytes }: Image, box: { x: number; y: number; width: number; height: number }) =>
  `<image x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" href="data:${contentType};base64,${Buffer.from(bytes).toString("base64")}"/>`;

function initial(title: string): string {
  const letter = graphemes(printable(title))[0]?.toUpperCase() ?? "?";
  const middle = edge + logoSide / 2;
  return `<rect x="${edge}" y="${edge}" width="${logoSide}" height="${logoSide}" rx="26" fill="${accent}"/><text x="${middle}" y="${middle + 24}" text-anchor="middle" font-size="68" font-weight="700" fill="#fff">${escapeXml(letter)}</text>`;
}

interface Style {
  size: number;
  weight: number;
  colour: string;
}

// The widest common font is wider than the average font by this factor.
const widest = 1.16;
const widthOf = (text: string, size: number) => measure(text, size) * widest;

function block(
  text: string,
  style: Style & { left: number; top: number; lines: number },
): { svg: string; bottom: number } {
  const step = Math.round(style.size * 1.22);
  const isRightToLeft = startsRightToLeft(text);
  const x = isRightToLeft ? width - edge : style.left;
  const shown = wrapped(printable(text), style.size, width - edge - style.left, style.lines);
  const svg = shown.map((part, i) => line(part, { ...style, x, y: style.top + i * step, isRightToLeft })).join("");
  return { svg, bottom: style.top + shown.length * step };
}

const line = (
  text: string,
  { x, y, size, weight, colour, isRightToLeft }: Style & { x: number; y: number; isRightToLeft?: boolean },
) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}"${isRightToLeft ? ' direction="rtl"' : ""}>${escapeXml(text)}</text>`;

// The first strong letter determines the direction (Unicode Bidirectional Algorithm, P2).
const startsRightToLeft = (text: string) =>
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });
const graphemes = (text: string) => Array.from(letters.segment(text), ({ segment }) => segment);
// Text beyond this length is never shown, and splitting it into words would take time.
const maxShown = 400;

/**
 * Wraps text into at most `count` lines no wider than `most`. A word that does not fit is cut, and an ellipsis marks
 * omitted text.
 */
function wrapped(text: string, size: number, most: number, count: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const { segment } of words.segment([...text].slice(0, maxShown).join(""))) {
    const pieces = widthOf(segment, size) > most ? graphemes(segment) : [segment];
    for (const piece of pieces) {
      if (widthOf(current + piece, size) <= most || current === "") {
        current += piece;
        continue;
      }
      if (lines.length === count - 1) return [...lines, fitted(`${current.trim()}…`, size, most)];
      lines.push(current.trim());
      current = piece.trimStart();
    }
  }
  return [...lines, current.trim()];
}

function fitted(text: string, size: number, most: number): string {
  const shown = graphemes([...printable(text)].slice(0, maxShown).join(""));
  if (widthOf(shown.join(""), size) <= most) return shown.join("");
  if (shown.at(-1) === "…") shown.pop();
  while (widthOf(`${shown.join("")}…`, size) > most) shown.pop();
  return `${shown.join("").trimEnd()}…`;
}
