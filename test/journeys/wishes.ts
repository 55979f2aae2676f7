/** A user's wish, and the tools whose success fulfils it. */
export interface Wish {
  says: string;
  needs: readonly string[];
}

/** By journey name. Words behind `$` are the user's values, as in the steps. */
export const wishes: Readonly<Record<string, Wish>> = {
  "find and compare": {
    says: "Find me two products for photo galleries and compare them side by side.",
    needs: ["search_listings", "compare_listings"],
  },
  "who won last week": {
    says: "Which product won the last launch week that has closed, and what does it do?",
    needs: ["get_listing"],
  },
  "who leads this week": {
    says: "Which product leads a leaderboard of this directory at the moment, and which badges has it?",
    needs: ["get_leaderboard", "get_badges"],
  },
  "what changed since Monday": {
    says: "Set the headline of my listing $listing to 'Kelp farming planned from line to landing', then tell me which listings of the directory were updated since Monday, 2026-11-16.",
    needs: ["update_my_listing", "search_listings"],
  },
  "look through a category": {
    says: "Which categories are there? Show me what is in the first of them.",
    needs: ["list_categories", "get_category"],
  },
  "who makes it": {
    says: "Tell me about one founder in this directory, and about one post of its blog.",
    needs: ["get_founder", "get_blog_post"],
  },
  "a slug written wrongly": { says: "Show me the listing with the slug lumenrol.", needs: ["get_listing"] },
  "list a product": {
    says: "List my product, its home page is $site. I have read and approve whatever the draft says, choose a category that fits, make it a listing and take the free plan.",
    needs: ["submit_listing", "submit_draft", "choose_free_listing"],
  },
  "fix blockers": {
    says: "What keeps my listing from going live? Take the free plan for it if that helps, and tell me what is left for me to do.",
    needs: ["get_my_listing", "choose_free_listing"],
  },
  "claim by DNS": {
    says: "The listing $theirs is my company's. Claim it by DNS: tell me what to publish, I will say when I have, then check it.",
    needs: ["claim_listing", "verify_claim"],
  },
  "claim by a tag": {
    says: "The listing $theirs is my company's. Claim it by a meta tag: tell me what to publish, I will say when I have, then check it.",
    needs: ["claim_listing", "verify_claim"],
  },
  "claim by a file": {
    says: "The listing $theirs is my company's. Claim it by a file on our site: tell me what to publish, I will say when I have, then check it.",
    needs: ["claim_listing", "verify_claim"],
  },
  "claim by mail": {
    says: "The listing $theirs is my company's. Claim it by mail to $mailbox; I will say when I have opened the link, then see whether it is mine.",
    needs: ["claim_listing", "list_my_claims"],
  },
  "quote and pay": {
    says: "I want to buy the first product on sale for my listing $listing. Show me the price for France, order it, give me the link to pay, and tell me once it is paid. I agree to the price.",
    needs: ["quote_order", "create_checkout", "get_order"],
  },
  "invite a co-founder": {
    says: "Invite co@example.test as a co-founder to the newest of my drafts.",
    needs: ["invite_cofounder"],
  },
  "take an edit back": {
    says: "Change the headline of my listing $listing to 'Kelp farming planned from line to landing', then take that edit back.",
    needs: ["update_my_listing"],
  },
  "say what is new": {
    says: "Post an update on my listing $listing, titled 'Lines of any length', that says 'Plan them in metres.' Try it first without doing it.",
    needs: ["post_listing_update"],
  },
  "milestones, and one too many": {
    says: "Add the milestone 'First harvest' on 2026-11-01 to my listing $listing, then delete it again.",
    needs: ["add_milestone", "delete_milestone"],
  },
  "tell the story": {
    says: "See which interview questions there are, then save as the founder story of my listing $listing that it started in a boat. Do not publish it.",
    needs: ["list_interview_questions", "set_founder_story"],
  },
  "request an edit and be approved": {
    says: "Set the headline of my listing $listing to 'Kelp farming planned from line to landing'.",
    needs: ["update_my_listing"],
  },
  "request, poll too early, and be refused": {
    says: "Post an update on my listing $listing, titled 'Too loud', that says 'Buy now.'",
    needs: [],
  },
  "request an order, be approved, and hand over the payment": {
    says: "Order the product 'sections' for my listing $listing, give me the link to pay, and tell me once it is paid. I agree to the price.",
    needs: ["create_checkout", "get_order"],
  },
  "work where money is left out": {
    says: "Set the headline of my listing $listing to 'Kelp farming planned from line to landing'.",
    needs: ["update_my_listing"],
  },
  "a Notion alternative to host oneself": {
    says: "Find me a Notion alternative with single sign-on that can be self-hosted, and compare the best three.",
    needs: ["search_listings", "compare_listings"],
  },
  "what launched this week": { says: "What launched this week, who leads, and why?", needs: ["get_launch_week"] },
  "a paid launch next week, from France": {
    says: "Launch my listing $listing next week with a paid launch. I am a consumer in France. Show me the price with VAT, then order it and give me the link to pay. I agree to the price.",
    needs: ["quote_order", "create_checkout", "get_order"],
  },
  "edit two sites, and take it back on both": {
    says: "Set the headline of my listing $listing to 'Kelp farming planned from line to landing' on all its sites and add the FAQ 'Does it work at sea?' with the answer 'Yes, without a connection.' Show me a preview first. I agree to it. Then take everything back.",
    needs: ["update_my_listing"],
  },
  "an update and a milestone, one taken back": {
    says: "Post the update 'Longer lines' with the text 'Up to 400 m.' on my listing $listing and add the milestone 'First harvest' on 2026-11-01. Then delete the milestone again.",
    needs: ["post_listing_update", "add_milestone", "delete_milestone"],
  },
  "how the listing does": { says: "How is my listing doing? How many people saw it?", needs: ["get_my_listing"] },
  "follow a product": { says: "I want to hear about news of Lumenroll. How can I follow it?", needs: ["get_listing"] },
  "a new price in every listing": {
    says: "My product now costs money. Set the pricing of all my listings to paid.",
    needs: ["list_my_listings", "update_my_listing"],
  },
  "a badge for the README": { says: "Give me a badge of Lumenroll for a README.", needs: ["get_badges"] },
  "a vague wish in German": {
    says: "Ich suche etwas, das meine Oma an ihre Medikamente erinnert.",
    needs: ["search_listings"],
  },
  "a vague wish in Japanese": {
    says: "写真を自分のサーバーで管理できるものを探しています。",
    needs: ["search_listings"],
  },
  "take a listing down and cancel an order": {
    says: "Order the product 'sections' for my listing $listing. Then tell me where I can cancel the order and take the listing down.",
    needs: ["create_checkout", "get_my_listing"],
  },
  "a teammate for a listing": {
    says: "Give mate@example.test access to my listing $listing. I agree to the invitation.",
    needs: ["invite_cofounder"],
  },
};
