export { followPage } from "./follow.ts";
export { listingPage } from "./listing.ts";
export { reportPage } from "./report.ts";
export { storyPage } from "./story.ts";
export { votePage } from "./vote.ts";
