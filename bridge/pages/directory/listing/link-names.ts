const names = new Map([
  ["github", "GitHub"],
  ["gitlab", "GitLab"],
  ["linkedin", "LinkedIn"],
  ["youtube", "YouTube"],
  ["producthunt", "Product Hunt"],
  ["tiktok", "TikTok"],
  ["x", "X"],
]);

export const linkName = (platform: string): string =>
  names.get(platform) ?? platform.charAt(0).toUpperCase() + platform.slice(1).replaceAll(/[-_]/g, " ");
