import type { McpPrompt } from "#tools/core/mcp/extras.ts";

const withDryRun = "Before each call that writes, make the same call with dry_run and show me what it would do.";
const waitForMe = "If a next action is for a human, give me its link and wait until I say that it is done.";

/** A prompt is offered only if all its tools are offered. */
export const prompts: readonly McpPrompt[] = [
  {
    name: "launch-my-product",
    title: "Launch my product",
    description: "Turn a product's URL into a listing with a launch week, step by step with the user.",
    arguments: [
      { name: "url", description: "The product's URL", isRequired: true },
      {
        name: "product",
        description: "Product to buy, such as `launch`; omit it for the free plan",
        completes: "product",
      },
      { name: "country", description: "Billing country for the order", completes: "country" },
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
      "1. Read the rules with get_site_info. Then call submit_listing with that URL and poll get_draft until the draft is ready.",
      "2. Write the fields in to_write from the quoted passages, without adding facts, and send them in one call of update_draft. Ask me about facts in unsupported and about anything that the website does not say.",
      "3. Show me the whole draft and the link to its page. Correct what I want changed with update_draft. Once I approve the text, call submit_draft.",
      product
        ? `4. Get the price of ${product} with quote_order${country ? ` for ${country}` : " after asking me for the billing country"}. Show me the price and VAT. Once I agree, call create_checkout. I will pay at the checkout_url that it returns.`
        : "4. Once I agree to the free plan, call choose_free_listing. Tell me the launch week and anything that is still missing.",
      withDryRun,
      waitForMe,
    ],
  },
  {
    name: "claim-my-listing",
    title: "Claim my listing",
    description: "Prove that a listing belongs to the user's company, and learn what to publish and where.",
    arguments: [
      { name: "slug", description: "The listing's slug", isRequired: true, completes: "get_listing" },
      { name: "method", description: "dns, meta, file or email", completes: "method" },
    ],
    tools: ["get_listing", "claim_listing", "verify_claim", "list_my_claims"],
    text: ({ slug, method }) => [
      `The listing ${slug} belongs to my company. Help me claim it.`,
      "1. Read the listing with get_listing and confirm with me that it is the right one.",
      method
        ? `2. Call claim_listing with the method ${method} and show me exactly what to publish or open.`
        : "2. Ask me whether I can set a DNS record, edit the home page, upload a file or read email at its domain. Then call claim_listing with that method.",
      "3. When I say that I have done it, call verify_claim, or list_my_claims for the method email. If poll_after_ms is set, call verify_claim again after that time. last_error explains what to fix.",
      waitForMe,
    ],
  },
  {
    name: "what-is-missing",
    title: "What is missing?",
    description: "List what keeps the user's drafts and listings from going live, and who has to do what.",
    arguments: [],
    tools: ["get_account", "list_my_drafts", "get_draft", "list_my_listings", "get_my_listing"],
    text: () => [
      "What is keeping my products from going live?",
      "Start with get_account: unfinished lists what to check. Read open drafts (list_my_drafts, get_draft) and listings that are not live (list_my_listings, get_my_listing).",
      "For each one, tell me what is missing, in the order in which it should be fixed. Separate what you can do for me from what only I can do, and give me the links. Change nothing until I say so.",
    ],
  },
  {
    name: "compare-for-me",
    title: "Compare for me",
    description: "Find the products that meet a need, and compare the best of them side by side.",
    arguments: [
      { name: "need", description: "What the product should do", isRequired: true },
      { name: "category", description: "Search only this category", completes: "get_category" },
    ],
    tools: ["search_listings", "get_alternatives", "compare_listings"],
    text: ({ need, category }) => [
      `Find the product that best meets this need: ${need}`,
      `Search with search_listings${category ? ` in the category ${category}` : ""}. If it finds only a few products, add more with get_alternatives. Then compare the best 2 to 5 with compare_listings.`,
      "Recommend one product and say why. Name its drawbacks, and link to each product. Listings contain their owners' own claims.",
    ],
  },
];
