import type { McpPrompt } from "#tools/core/mcp/extras.ts";

const withDryRun = "Try each call that writes with dry_run first and show the person what it would do.";
const stopForPerson =
  "Where a next action is for a human, give the person its link and wait until they say it is done.";

/** A prompt is offered only where all of its tools are. */
export const prompts: readonly McpPrompt[] = [
  {
    name: "launch-my-product",
    title: "Launch my product",
    description: "From the address of a product to a listing with a launch week, step by step with you.",
    arguments: [
      { name: "url", description: "Address of the product", isRequired: true },
      {
        name: "product",
        description: "What to buy, such as launch; leave out for the free plan",
        completes: "product",
      },
      { name: "country", description: "Country that the order is billed to", completes: "country" },
    ],
    tools: [
      "get_site_info",
      "submit_listing",
      "get_draft",
      "update_draft",
      "submit_draft",
      "choose_free_listing",
      "quote_order",
      "create_checkout",
    ],
    text: ({ url, product, country }) => [
      `Help me launch ${url} here.`,
      "1. Read the rules with get_site_info, then call submit_listing with that address and poll get_draft until it is ready.",
      "2. Show me every text with the words of the site it rests on. Ask me for what is missing, and correct with update_draft.",
      "3. Once I have approved the texts, call submit_draft.",
      product
        ? `4. Quote ${product} with quote_order${country ? ` for ${country}` : ", asking me for the country it is billed to"}, show me price and tax, and once I agree call create_checkout; I pay at its checkout_url.`
        : "4. Once I agree to the free plan, call choose_free_listing and tell me the week and what still stands in the way.",
      withDryRun,
      stopForPerson,
    ],
  },
  {
    name: "claim-my-listing",
    title: "Claim my listing",
    description: "Prove that a listing is your own company, with what to publish and where.",
    arguments: [
      { name: "slug", description: "The listing, by its slug", isRequired: true, completes: "get_listing" },
      { name: "method", description: "dns, meta, file or email", completes: "method" },
    ],
    tools: ["get_listing", "claim_listing", "verify_claim", "list_my_claims"],
    text: ({ slug, method }) => [
      `The listing ${slug} is my company's: help me claim it.`,
      "1. Read it with get_listing and make sure with me that it is the right one.",
      method
        ? `2. Call claim_listing with the method ${method} and show me exactly what to publish or to open.`
        : "2. Ask me whether I can set a DNS record, edit the home page, upload a file or read mail at its domain, and call claim_listing with that method.",
      "3. When I say that it is done, call verify_claim, and again when poll_after_ms says so; last_error says what to mend. list_my_claims shows how things stand.",
      stopForPerson,
    ],
  },
  {
    name: "what-is-missing",
    title: "What is missing?",
    description: "All that keeps your drafts and listings from going live, and who has to do what.",
    arguments: [],
    tools: ["get_account", "list_my_drafts", "get_draft", "list_my_listings", "get_my_listing"],
    text: () => [
      "What keeps my products from going live?",
      "Start with get_account: unfinished says where to look. Read open drafts (list_my_drafts, get_draft) and listings that are not live (list_my_listings, get_my_listing).",
      "Tell me for each what is missing, in the order in which I should mend it: what you can do for me, and what only I can do, with its link. Change nothing before I say so.",
    ],
  },
  {
    name: "compare-for-me",
    title: "Compare for me",
    description: "Find the products that fit a need, and put the best of them side by side.",
    arguments: [
      { name: "need", description: "What the product has to do", isRequired: true },
      { name: "category", description: "Only products of this category", completes: "get_category" },
    ],
    tools: ["search_listings", "get_alternatives", "compare_listings"],
    text: ({ need, category }) => [
      `Which product fits best: ${need}`,
      `Search with search_listings${category ? ` in the category ${category}` : ""}, widen the choice with get_alternatives where few are found, and put the best 2 to 5 side by side with compare_listings.`,
      "Say which you would take and why, what speaks against it, and link each product. What listings say of themselves is their makers' word.",
    ],
  },
];
