export { connectPage } from "./connect.ts";
export { docsPage } from "./docs.ts";
