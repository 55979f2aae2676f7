const names = new Map([
  ["github", "GitHub"],
  ["gitlab", "GitLab"],
  ["linkedin", "LinkedIn"],
  ["youtube", "YouTube"],
  ["producthunt", "Product Hunt"],
  ["tiktok", "TikTok"],
  ["x", "X"],
]);

/** The name of a link kind for people. */
export const linkName = (platform: string): string =>
  names.get(platform) ?? platform.charAt(0).toUpperCase() + platform.slice(1).replaceAll(/[-_]/g, " ");
