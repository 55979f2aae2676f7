// The shades of an operator's accent colour, with enough contrast for text (WCAG 2.2, 1.4.3).

interface Shades {
  accent: string;
  /** For hovered elements. */
  strong: string;
  /** The colour of text on the accent colour. */
  on: string;
  tint: string;
}

type Rgb = [number, number, number];

const light = { paper: "#fcfcfa", ink: "#14201f", tint: 0.1 };
const dark = { paper: "#151d1c", ink: "#0f1514", tint: 0.16 };
const minContrast = 4.5;

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const hex = (colour: number[]) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
const mixed = (colour: string, other: string, share: number) =>
  hex(rgb(colour).map((part, i) => part * share + rgb(other)[i]! * (1 - share)));

function luminance(colour: string): number {
  const [red, green, blue] = rgb(colour)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

const isReadable = (colour: string, paper: string, tint: number) =>
  contrast(colour, paper) >= minContrast && contrast(colour, mixed(colour, paper, tint)) >= minContrast;

// Tries 50 steps towards black or white. The last step is always readable.
const readable = (colour: string, { paper, tint }: typeof light, towards: string): string =>
  Array.from({ length: 51 }, (_, step) => mixed(colour, towards, 1 - step / 50)).find((shade) =>
    isReadable(shade, paper, tint),
  )!;

/** Returns the closest colour that is readable on a white page, or the same colour if it already is. */
export const readableAccent = (colour: string) => readable(colour, light, "#000000");

const shades = (accent: string, scheme: typeof light, towards: string): Shades => ({
  accent,
  strong: mixed(accent, towards, 0.75),
  on: contrast(accent, "#ffffff") >= minContrast ? "#ffffff" : dark.ink,
  tint: mixed(accent, scheme.paper, scheme.tint),
});

export const accentShades = (colour: string): { light: Shades; dark: Shades } => ({
  light: shades(readableAccent(colour), light, "#000000"),
  dark: shades(readable(colour, dark, "#ffffff"), dark, "#ffffff"),
});
