export { accountWebhooksPage, teamWebhooksPage } from "./webhooks.ts";
