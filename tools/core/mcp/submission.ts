import type { AnyTool } from "../operations/define.ts";
import { annotationsOf } from "./server.ts";

interface SubmittedSite {
  name: string;
  tagline: string;
}

/**
 * The content of `chatgpt-app-submission.json` (openai/plugins, skill `chatgpt-app-submission`, schema version 1).
 * Submit it together with the URL `/mcp?profile=no-commerce`.
 */
export const chatGptSubmission = (tools: readonly AnyTool[], { name, tagline }: SubmittedSite) => ({
  $schema: "https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json",
  schema_version: 1,
  app_info: {
    display_name: name,
    subtitle: "Find and launch products",
    description: [
      tagline,
      `${name} helps people find and compare products, see what launches each week, and submit, claim and edit the listings of their own products.`,
    ]
      .filter(Boolean)
      .join(" "),
    category: "BUSINESS",
  },
  tools: Object.fromEntries(tools.map((tool) => [tool.name, { ...hintsOf(tool), justifications: reasonsOf(tool) }])),
  test_cases: [
    positive(
      "Find and compare products.",
      "Which photo backup tools are listed, and how do the best two compare?",
      "search_listings, compare_listings",
      "Lists matching products, one line each, and compares two of them side by side.",
    ),
    positive(
      "Find alternatives to a product.",
      "What is an open source alternative to Notion?",
      "search_listings",
      "Lists alternatives but not the product itself, and states the kind of product that the tool searched for.",
    ),
    positive(
      "See the results of a launch week.",
      "Which products launched last week, and which one won?",
      "list_launches, get_launch_week",
      "Shows the launches of the week, ranked by votes.",
    ),
    positive(
      "List a product by its URL.",
      "List my product for me: https://example.com",
      "submit_listing, get_draft",
      "Starts a draft from the website, says when to check again, and shows the text before anything is submitted.",
    ),
    positive(
      "Find out what a launch still requires.",
      "What is still needed before my listing can go live?",
      "list_my_listings, get_my_listing",
      "Lists the account's listings, explains what blocks each launch and says how to fix each problem.",
    ),
  ],
  negative_test_cases: [
    negative("The app does not read calendars, although launches have dates.", "What meetings do I have tomorrow?"),
    negative("The app does not sell the listed products.", "Buy me a year of Notion."),
    negative("The app does not post to other websites.", "Post about my launch on LinkedIn."),
  ],
});

function hintsOf(tool: AnyTool) {
  const { readOnlyHint, openWorldHint, destructiveHint } = annotationsOf(tool);
  return { annotations: { readOnlyHint, openWorldHint, destructiveHint } };
}

/** Returns a tool's justifications. `openWorld` and `destructive` replace the standard sentences. */
const reasonsOf = ({ effect, openWorld, destructive }: AnyTool) => ({
  read_only_justification:
    effect === "read"
      ? "Reads records of the directory and changes nothing."
      : "Changes records of the signed-in account and adds an entry to the audit log.",
  open_world_justification:
    openWorld ??
    (effect === "read"
      ? "Reads only the directory's own database."
      : "Changes only data that the signed-in account sees, and contacts no other service."),
  destructive_justification:
    destructive ??
    (effect === "read" ? "Changes nothing." : "Deletes nothing. Every changed value can be changed again."),
});

const positive = (description: string, user_prompt: string, tools_triggered: string, expected_output: string) => ({
  description,
  user_prompt,
  file_attachment_urls: null,
  tools_triggered,
  expected_output,
  expected_output_url: null,
});

const negative = (description: string, user_prompt: string) => ({
  ...positive(description, user_prompt, "", "The assistant does not call the app."),
  tools_triggered: null,
});
