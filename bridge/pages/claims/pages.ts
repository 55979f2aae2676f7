export { claimPage } from "./claim.ts";
export { confirmClaimPage } from "./confirm.ts";
