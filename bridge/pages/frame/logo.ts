import { type Html, html } from "./html.ts";

const hues = 360;

/** A product's logo, or its initial on a colour derived from the name. */
export function logo({ name, logo_url }: { name: string; logo_url: string | null }, size: 40 | 56 | 96): Html {
  if (logo_url !== null)
    return html`<img class="logo logo-${size}" src="${new URL(logo_url).pathname}" alt="" width="${size}" height="${size}"${size < 96 && html` loading="lazy"`}>`;
  const initial = [...name.trim()][0]?.toUpperCase() ?? "?";
  const hue = Number(Bun.hash(name) % BigInt(hues));
  // The colours are attributes because the pages' CSP forbids inline styles.
  return html`<svg class="logo logo-${size}" viewBox="0 0 56 56" width="${size}" height="${size}" aria-hidden="true" focusable="false"><rect width="56" height="56" fill="hsl(${hue} 35% 38%)"/><text x="28" y="37" text-anchor="middle" font-size="26" font-weight="700" fill="#fff">${initial}</text></svg>`;
}
