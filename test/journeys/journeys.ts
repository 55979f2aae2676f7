/** Input for the agent and paths in responses, with the names under which values are stored. */
interface Outcome {
  /** The expected problem code. The error must name a next step. */
  refused?: string;
  keep?: Record<string, string>;
  says?: Record<string, unknown>;
  /** What the text must contain, after stored values are filled in. */
  tells?: string[];
}

/** One step. A text that starts with `$` stands for a stored value. */
export type Step =
  | ({ call: string; with?: Record<string, unknown>; until?: { field: string; is: unknown } } & Outcome)
  /** The agent's next action in the last response, with its arguments. */
  | ({ follow: string; with?: Record<string, unknown> } & Outcome)
  | ({ repeat: true } & Outcome)
  /** The person opens the URL of the last response or a stored one, and acts. */
  | { person: string; at?: string };

export interface Journey {
  name: string;
  /** The tools of the client, all if absent. */
  profile?: string;
  /** Who starts: an anonymous user, a person with a listing, or one who restricts the agent. */
  as: "anyone" | "owner" | "bounded";
  /** Live if absent. */
  status?: "draft";
  given?: Record<string, unknown>;
  steps: Step[];
  /** The most calls, and tokens of arguments and texts, that the journey may take. */
  budget: { calls: number; tokens: number };
}

const headline = "Kelp farming planned from line to landing";

export const journeys: Journey[] = [
  {
    name: "find and compare",
    budget: { calls: 4, tokens: 1900 },
    as: "anyone",
    profile: "read",
    steps: [
      { call: "search_listings", with: { q: "photo gallery" }, keep: { one: "items.0.slug" } },
      { call: "get_alternatives", with: { slug: "$one" }, keep: { other: "items.0.slug" } },
      { call: "compare_listings", with: { slugs: ["$one", "$other"] }, says: { "items.0.slug": "$one" } },
      { call: "get_listing", with: { slug: "$one" }, keep: { address: "url" } },
    ],
  },
  {
    name: "who won last week",
    budget: { calls: 3, tokens: 2050 },
    as: "anyone",
    profile: "read",
    steps: [
      { call: "list_awards", keep: { winner: "items.0.listing.slug", week: "items.0.week" } },
      { call: "get_launch_week", with: { week: "$week" }, says: { status: "closed" } },
      { call: "get_listing", with: { slug: "$winner" }, keep: { name: "name" } },
    ],
  },
  {
    name: "who leads this week",
    budget: { calls: 3, tokens: 2850 },
    as: "anyone",
    steps: [
      { call: "get_site_info", keep: { board: "boards.0.key", week: "current_week" } },
      { call: "get_leaderboard", with: { board: "$board" }, keep: { first: "items.0.listing.slug" } },
      { call: "get_badges", with: { slug: "$first" } },
    ],
  },
  {
    name: "what changed since Monday",
    budget: { calls: 4, tokens: 2400 },
    as: "owner",
    steps: [
      { call: "update_my_listing", with: { listing_id: "$listing", fields: { headline } } },
      { call: "search_listings", with: { updated_since: "2026-11-16" }, keep: { changed: "items.0.slug" } },
      { call: "get_listing", with: { slug: "$changed" } },
      { call: "list_launches" },
    ],
  },
  {
    name: "look through a category",
    budget: { calls: 3, tokens: 950 },
    as: "anyone",
    profile: "read",
    steps: [
      { call: "list_categories", keep: { category: "items.0.slug" } },
      { call: "get_category", with: { slug: "$category" } },
      { call: "search_listings", with: { category: "$category", q: "zzzz-nothing" }, says: { total: 0 } },
    ],
  },
  {
    name: "who makes it",
    budget: { calls: 4, tokens: 1850 },
    as: "anyone",
    steps: [
      { call: "list_founders", keep: { founder: "items.0.slug" } },
      { call: "get_founder", with: { slug: "$founder" } },
      { call: "list_blog_posts", keep: { post: "items.0.slug" } },
      { call: "get_blog_post", with: { slug: "$post" } },
    ],
  },
  {
    name: "a slug written wrongly",
    budget: { calls: 2, tokens: 960 },
    as: "anyone",
    steps: [
      { call: "get_listing", with: { slug: "lumenrol" }, refused: "not_found" },
      { follow: "get_listing", says: { slug: "lumenroll" } },
    ],
  },
  {
    name: "list a product",
    budget: { calls: 7, tokens: 1750 },
    as: "owner",
    profile: "owner",
    steps: [
      { call: "submit_listing", with: { url: "$site" }, keep: { draft: "id" } },
      { call: "get_draft", with: { id: "$draft" }, until: { field: "status", is: "ready" } },
      { call: "list_categories", keep: { category: "items.0.slug" } },
      {
        call: "update_draft",
        with: { id: "$draft", fields: { headline: "Invoices for small bakeries", categories: ["$category"] } },
      },
      { call: "submit_draft", with: { id: "$draft" }, keep: { listing: "listing_id" } },
      { follow: "choose_free_listing", says: { status: "awaiting_badge" } },
    ],
  },
  {
    name: "fix blockers",
    budget: { calls: 4, tokens: 1700 },
    as: "owner",
    status: "draft",
    steps: [
      { call: "list_my_listings", keep: { listing: "items.0.id" } },
      { call: "get_my_listing", with: { listing_id: "$listing" }, says: { status: "draft" } },
      { follow: "choose_free_listing", says: { status: "awaiting_badge" } },
      { person: "look" },
      { call: "get_my_listing", with: { listing_id: "$listing" }, says: { status: "awaiting_badge" } },
    ],
  },
  {
    name: "claim by DNS",
    budget: { calls: 4, tokens: 700 },
    as: "owner",
    steps: [
      {
        call: "claim_listing",
        with: { slug: "$theirs", method: "dns" },
        keep: { claim: "claim_id", what: "instructions.name", value: "instructions.value" },
      },
      { call: "verify_claim", with: { claim_id: "$claim" }, says: { status: "pending" } },
      { person: "publish by dns", at: "value" },
      { call: "verify_claim", with: { claim_id: "$claim" } },
      { call: "list_my_claims", until: { field: "items.0.status", is: "verified" } },
    ],
  },
  {
    name: "claim by a tag",
    budget: { calls: 3, tokens: 550 },
    as: "owner",
    steps: [
      {
        call: "claim_listing",
        with: { slug: "$theirs", method: "meta" },
        keep: { claim: "claim_id", what: "instructions.name", value: "instructions.value" },
      },
      { person: "publish by meta", at: "value" },
      { call: "verify_claim", with: { claim_id: "$claim" } },
      { call: "list_my_claims", until: { field: "items.0.status", is: "verified" } },
    ],
  },
  {
    name: "claim by a file",
    budget: { calls: 3, tokens: 500 },
    as: "owner",
    steps: [
      {
        call: "claim_listing",
        with: { slug: "$theirs", method: "file" },
        keep: { claim: "claim_id", what: "instructions.name", value: "instructions.value" },
      },
      { person: "publish by file", at: "value" },
      { call: "verify_claim", with: { claim_id: "$claim" } },
      { call: "list_my_claims", until: { field: "items.0.status", is: "verified" } },
    ],
  },
  {
    name: "claim by mail",
    budget: { calls: 3, tokens: 350 },
    as: "owner",
    steps: [
      { call: "claim_listing", with: { slug: "$theirs", method: "email" }, refused: "validation_failed" },
      {
        call: "claim_listing",
        with: { slug: "$theirs", method: "email", email: "$mailbox" },
        keep: { claim: "claim_id" },
      },
      { person: "open the mailed link", at: "mailbox" },
      { call: "list_my_claims", until: { field: "items.0.status", is: "verified" } },
    ],
  },
  {
    name: "quote and pay",
    budget: { calls: 5, tokens: 1400 },
    as: "owner",
    status: "draft",
    steps: [
      { call: "list_products", keep: { product: "items.0.product" } },
      {
        call: "quote_order",
        with: { items: [{ product: "$product", listing_id: "$listing" }], billing: { country: "FR" } },
        keep: { quote: "quote_id" },
      },
      {
        call: "create_checkout",
        with: { items: [{ product: "$product", listing_id: "$listing" }] },
        keep: { number: "number", pay: "checkout_url" },
      },
      { call: "get_order", with: { number: "$number" }, says: { status: "pending" } },
      { person: "pay", at: "pay" },
      { call: "get_order", with: { number: "$number" }, until: { field: "status", is: "fulfilled" } },
    ],
  },
  {
    name: "invite a co-founder",
    budget: { calls: 4, tokens: 640 },
    as: "owner",
    steps: [
      { call: "list_my_drafts", keep: { draft: "items.0.id" } },
      { call: "invite_cofounder", with: { draft_id: "$draft", email: "co@example.test" } },
      { call: "get_draft", with: { id: "$draft" }, says: { "invites.0.email": "co@example.test" } },
      {
        call: "invite_cofounder",
        with: { listing_id: "$listing", email: "co@example.test" },
        says: { invited: "co@example.test" },
      },
    ],
  },
  {
    name: "take an edit back",
    budget: { calls: 5, tokens: 1250 },
    as: "owner",
    steps: [
      { call: "get_my_listing", with: { listing_id: "$listing" }, keep: { before: "headline", version: "version" } },
      { call: "update_my_listing", with: { listing_id: "$listing", fields: { headline }, if_version: "$version" } },
      {
        call: "update_my_listing",
        with: { listing_id: "$listing", fields: { headline: "Written on what is old by now" }, if_version: "$version" },
        refused: "version_conflict",
      },
      { call: "update_my_listing", with: { listing_id: "$listing", revert_to: "$version" } },
      { call: "get_my_listing", with: { listing_id: "$listing" }, says: { headline: "$before" } },
    ],
  },
  {
    name: "say what is new",
    budget: { calls: 4, tokens: 900 },
    as: "owner",
    steps: [
      {
        call: "post_listing_update",
        with: { listing_id: "$listing", title: "Lines of any length", body: "Plan them in metres.", dry_run: true },
        says: { dry_run: true },
      },
      {
        call: "post_listing_update",
        with: {
          listing_id: "$listing",
          title: "Lines of any length",
          body: "Plan them in metres.",
          idempotency_key: "news-1",
        },
      },
      { repeat: true },
      {
        call: "get_my_listing",
        with: { listing_id: "$listing" },
        says: { "updates.0.title": "Lines of any length", "updates.1": undefined },
      },
    ],
  },
  {
    name: "milestones, and one too many",
    budget: { calls: 3, tokens: 200 },
    as: "owner",
    steps: [
      {
        call: "add_milestone",
        with: { listing_id: "$listing", date: "2026-13-01", title: "First harvest" },
        refused: "validation_failed",
      },
      {
        call: "add_milestone",
        with: { listing_id: "$listing", date: "2026-11-01", title: "First harvest" },
        keep: { milestone: "id" },
      },
      { call: "delete_milestone", with: { listing_id: "$listing", milestone_id: "$milestone" } },
    ],
  },
  {
    name: "tell the story",
    budget: { calls: 3, tokens: 450 },
    as: "owner",
    steps: [
      { call: "list_interview_questions", keep: { question: "items.0.id" } },
      {
        call: "set_founder_story",
        with: { listing_id: "$listing", how_started: "In a boat." },
        says: { status: "draft" },
      },
      { call: "get_account" },
    ],
  },
  {
    name: "request an edit and be approved",
    budget: { calls: 3, tokens: 750 },
    as: "bounded",
    steps: [
      {
        call: "update_my_listing",
        with: { listing_id: "$listing", fields: { headline } },
        refused: "approval_required",
      },
      { person: "approve" },
      { repeat: true, says: { id: "$listing" } },
      { call: "get_my_listing", with: { listing_id: "$listing" }, says: { headline } },
    ],
  },
  {
    name: "request, poll too early, and be refused",
    budget: { calls: 3, tokens: 500 },
    as: "bounded",
    steps: [
      {
        call: "post_listing_update",
        with: { listing_id: "$listing", title: "Too loud", body: "Buy now." },
        refused: "approval_required",
      },
      { follow: "post_listing_update", refused: "approval_required" },
      { person: "refuse" },
      { repeat: true, refused: "approval_refused" },
    ],
  },
  {
    name: "request an order, be approved, and hand over the payment",
    budget: { calls: 3, tokens: 800 },
    as: "bounded",
    steps: [
      {
        call: "create_checkout",
        with: { items: [{ product: "sections", listing_id: "$listing" }] },
        refused: "approval_required",
      },
      { person: "approve" },
      { repeat: true, keep: { number: "number", pay: "checkout_url" } },
      { person: "pay", at: "pay" },
      { call: "get_order", with: { number: "$number" }, until: { field: "status", is: "fulfilled" } },
    ],
  },
  {
    name: "work where money is left out",
    budget: { calls: 3, tokens: 600 },
    as: "owner",
    profile: "no-commerce",
    steps: [
      { call: "get_account" },
      { call: "get_my_listing", with: { listing_id: "$listing" } },
      { call: "update_my_listing", with: { listing_id: "$listing", fields: { headline } } },
    ],
  },
  {
    name: "a Notion alternative to host oneself",
    budget: { calls: 2, tokens: 600 },
    as: "anyone",
    steps: [
      {
        call: "search_listings",
        with: { q: "self-hosted Notion alternative" },
        keep: { one: "items.0.slug", two: "items.1.slug", three: "items.2.slug" },
        says: { "interpreted.1.field": "self_hosted" },
      },
      {
        call: "compare_listings",
        with: {
          slugs: ["$one", "$two", "$three"],
          must: [
            { field: "self_hosted", is: "yes" },
            { field: "sso", is: "yes" },
          ],
        },
        says: { "items.2.slug": "$three", "must.0.results.0": "met" },
        tells: ["Condition self-hosted: met | met | met", "Source of all facts: the submitter, 2026-10-01"],
      },
    ],
  },
  {
    name: "what launched this week",
    budget: { calls: 1, tokens: 850 },
    as: "anyone",
    steps: [
      {
        call: "get_launch_week",
        with: { week: "current" },
        keep: { first: "items.0.slug" },
        says: { status: "live", "items.0.rank": 1 },
      },
    ],
  },
  {
    name: "a paid launch next week, from France",
    budget: { calls: 3, tokens: 1000 },
    as: "owner",
    status: "draft",
    steps: [
      {
        call: "quote_order",
        with: { items: [{ product: "launch", listing_id: "$listing", launch_week: "next" }] },
        says: { "lines.0.vat_rate_bp": 2000 },
      },
      { follow: "create_checkout", keep: { number: "number", pay: "checkout_url" } },
      { person: "pay", at: "pay" },
      { call: "get_order", with: { number: "$number" }, until: { field: "status", is: "fulfilled" } },
    ],
  },
  {
    name: "edit two sites, and take it back on both",
    budget: { calls: 4, tokens: 1050 },
    as: "owner",
    steps: [
      {
        call: "update_my_listing",
        with: {
          listing_id: "$listing",
          fields: { headline },
          faqs_add: [{ question: "Does it work at sea?", answer: "Yes, without a connection." }],
          apply_to: "all",
          dry_run: true,
        },
        says: { dry_run: true },
        tells: [headline, "Does it work at sea?", "To change faqs on dev, send the new values with listing_id"],
      },
      {
        call: "update_my_listing",
        with: {
          listing_id: "$listing",
          fields: { headline },
          faqs_add: [{ question: "Does it work at sea?", answer: "Yes, without a connection." }],
          apply_to: "all",
        },
      },
      { call: "update_my_listing", with: { listing_id: "$listing", revert_to: 1, apply_to: "all" } },
      { call: "get_my_listing", with: { listing_id: "$listing" }, says: { "faqs.0": undefined } },
    ],
  },
  {
    name: "an update and a milestone, one taken back",
    budget: { calls: 5, tokens: 850 },
    as: "owner",
    steps: [
      { call: "post_listing_update", with: { listing_id: "$listing", title: "Longer lines", body: "Up to 400 m." } },
      { repeat: true, says: { repeated: true }, tells: ["already posted at"] },
      { call: "add_milestone", with: { listing_id: "$listing", date: "2026-11-01", title: "First harvest" } },
      {
        call: "get_my_listing",
        with: { listing_id: "$listing" },
        keep: { milestone: "milestones.0.id", update: "updates.0.id" },
      },
      { call: "delete_milestone", with: { listing_id: "$listing", milestone_id: "$milestone" } },
    ],
  },
  {
    name: "how the listing does",
    budget: { calls: 2, tokens: 610 },
    as: "owner",
    steps: [
      { call: "list_my_listings", keep: { own: "items.0.id" } },
      {
        call: "get_my_listing",
        with: { listing_id: "$own" },
        says: { votes: 0 },
        tells: ["Insights: nothing was counted from"],
      },
    ],
  },
  {
    name: "follow a product",
    budget: { calls: 1, tokens: 900 },
    as: "anyone",
    steps: [{ call: "get_listing", with: { slug: "lumenroll" }, tells: ["/listings/lumenroll", ".atom"] }],
  },
  {
    name: "a new price in every listing",
    budget: { calls: 3, tokens: 300 },
    as: "owner",
    steps: [
      { call: "list_my_listings", keep: { one: "items.0.id", two: "items.1.id" } },
      { call: "update_my_listing", with: { listing_id: "$one", fields: { pricing: "paid" } } },
      { call: "update_my_listing", with: { listing_id: "$two", fields: { pricing: "paid" } } },
    ],
  },
  {
    name: "a badge for the README",
    budget: { calls: 1, tokens: 550 },
    as: "anyone",
    steps: [{ call: "get_badges", with: { slug: "lumenroll" }, tells: ["<picture>"] }],
  },
  {
    name: "a vague wish in German",
    budget: { calls: 3, tokens: 750 },
    as: "anyone",
    steps: [
      {
        call: "search_listings",
        with: { q: "Erinnerung an Medikamente für meine Oma" },
        says: { no_close_match: true, total: 0 },
      },
      { follow: "list_categories" },
      {
        call: "search_listings",
        with: { q: "medicine reminder" },
        says: { "items.0.slug": "doselight", no_close_match: undefined },
      },
    ],
  },
  {
    name: "a vague wish in Japanese",
    budget: { calls: 1, tokens: 300 },
    as: "anyone",
    steps: [
      {
        call: "search_listings",
        with: { q: "写真を自分のサーバーで管理できるもの" },
        says: { "items.0.slug": "lumenroll" },
      },
    ],
  },
  {
    name: "take a listing down and cancel an order",
    budget: { calls: 3, tokens: 1150 },
    as: "owner",
    steps: [
      {
        call: "create_checkout",
        with: { items: [{ product: "sections", listing_id: "$listing" }] },
        keep: { number: "number" },
      },
      { call: "get_order", with: { number: "$number" }, tells: ["/account/orders/"] },
      { call: "get_my_listing", with: { listing_id: "$listing" }, tells: ["/archive"] },
    ],
  },
  {
    name: "a teammate for a listing",
    budget: { calls: 2, tokens: 620 },
    as: "owner",
    steps: [
      {
        call: "invite_cofounder",
        with: { listing_id: "$listing", email: "mate@example.test" },
        says: { invited: "mate@example.test" },
        tells: ["Kelpworks"],
      },
      { call: "get_my_listing", with: { listing_id: "$listing" }, tells: ["mate@example.test", "/people"] },
    ],
  },
];
