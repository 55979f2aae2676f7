const encoder = new TextEncoder();
const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join("");

const hueOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);

function drawing(label: string, shape: string): Uint8Array {
  return encoder.encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">${shape}<text x="64" y="64" dy=".36em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="52" font-weight="600" fill="#fff">${label}</text></svg>`,
  );
}

export const monogram = (name: string, hue: number) =>
  drawing(initials(name), `<rect width="128" height="128" rx="28" fill="hsl(${hue} 55% 38%)"/>`);

export const portrait = (name: string) =>
  drawing(initials(name), `<circle cx="64" cy="64" r="64" fill="hsl(${hueOf(name)} 40% 35%)"/>`);
