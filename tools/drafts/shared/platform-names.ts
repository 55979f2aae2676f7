const vocabulary = {
  Web: ["browser", "web app", "webapp", "web application", "online", "saas", "cloud", "web-based", "website"],
  macOS: ["mac", "mac os", "mac os x", "os x", "osx", "apple mac", "macintosh"],
  Windows: ["microsoft windows", "win", "win32", "win64", "windows 10", "windows 11", "pc"],
  Linux: ["gnu/linux", "ubuntu", "debian", "fedora", "deb", "rpm", "flatpak", "snap", "appimage"],
  iOS: ["iphone", "ipad", "ipados", "iphone os", "ios app"],
  Android: ["android app", "google play", "f-droid"],
  watchOS: ["apple watch"],
  tvOS: ["apple tv"],
  "Browser extension": [
    "chrome extension",
    "firefox add-on",
    "firefox extension",
    "chrome",
    "firefox",
    "edge",
    "safari extension",
    "browser plugin",
  ],
  CLI: ["command line", "command-line", "terminal", "shell", "console"],
  Docker: ["container", "docker image", "docker compose"],
  Kubernetes: ["k8s", "helm"],
  "Self-hosted": ["self hosted", "selfhosted", "on-premise", "on-premises", "on premise"],
  API: ["rest api", "graphql api", "http api", "sdk"],
  "Node.js": ["node", "nodejs", "npm", "javascript library"],
  Python: ["pypi"],
  WordPress: ["wordpress plugin"],
  Shopify: ["shopify app"],
  Slack: ["slack app", "slack bot"],
  Discord: ["discord bot"],
  Figma: ["figma plugin"],
  "VS Code": ["visual studio code", "vscode", "vs code extension"],
} as const satisfies Record<string, readonly string[]>;

export type PlatformName = keyof typeof vocabulary;

export const platformNames = Object.keys(vocabulary) as PlatformName[];

/** The name of a platform and the other words for it, in lower case. */
export const wordsFor = (name: PlatformName): string[] => [name.toLowerCase(), ...vocabulary[name]];

const byAlias = new Map<string, PlatformName>(
  platformNames.flatMap((name) => wordsFor(name).map((alias) => [alias, name] as const)),
);

export function platformName(text: string): PlatformName | null {
  const folded = text.toLowerCase().replace(/\s+/gu, " ").trim();
  const unversioned = folded
    .replace(/\s*(?:v?\d+(?:\.\d+)*\+?|or (?:later|newer|higher)|and (?:up|later|above))\s*/gu, " ")
    .trim();
  return byAlias.get(folded) ?? byAlias.get(unversioned) ?? null;
}
