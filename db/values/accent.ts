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
const dark = { paper: "#151d1c", ink: "#eef3f1", tint: 0.16 };
const darkest = "#0f1514";
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
const nearest = (colour: string, towards: string, isFit: (shade: string) => boolean): string =>
  Array.from({ length: 51 }, (_, step) => mixed(colour, towards, 1 - step / 50)).find(isFit)!;

const readable = (colour: string, { paper, tint }: typeof light, towards: string): string =>
  nearest(colour, towards, (shade) => isReadable(shade, paper, tint));

/** Returns the closest colour that is readable on a white page, or the same colour if it already is. */
export const readableAccent = (colour: string) => readable(colour, light, "#000000");

const shades = (accent: string, scheme: typeof light, towards: string): Shades => ({
  accent,
  strong: mixed(accent, towards, 0.75),
  on: contrast(accent, "#ffffff") >= minContrast ? "#ffffff" : darkest,
  tint: mixed(accent, scheme.paper, scheme.tint),
});

/** Our own colours, as in slipway.css. */
const ours = {
  light: { accent: "#0b7a6f", strong: "#085a52", on: "#ffffff", tint: "#e6f3f0" },
  dark: { accent: "#4fd1bd", strong: "#7fe0d0", on: darkest, tint: "#12302b" },
};

export const accentShades = (colour?: string): { light: Shades; dark: Shades } =>
  colour === undefined
    ? ours
    : {
        light: shades(readableAccent(colour), light, "#000000"),
        dark: shades(readable(colour, dark, "#ffffff"), dark, "#ffffff"),
      };

/** Returns the colours of emails. In dark mode, the operator's background would dazzle, so it has its own. */
export function mailColours(accent?: string, background = light.paper) {
  const { light: bright, dark: dim } = accentShades(accent);
  return {
    light: { ...bright, background, ink: light.ink },
    dark: { ...dim, background: dark.paper, ink: dark.ink },
  };
}

/** Returns the closest background on which the text and the links of emails are readable. */
export function readableBackground(accent: string | undefined, background: string): string {
  const colours = [accentShades(accent).light.accent, light.ink];
  const isFit = (shade: string) => colours.every((colour) => contrast(colour, shade) >= minContrast);
  return nearest(background, "#ffffff", isFit);
}
