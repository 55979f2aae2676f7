/** How operators call the admin commands: of the executable that `bun run build` makes, or of a checkout. */
export const adminCommand = process.env.BUN_BE_BUN === "1" ? "slipway admin" : "npx -y bun run admin";
