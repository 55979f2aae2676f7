export const pricingModels = ["free", "freemium", "paid", "open-source", "contact"] as const;
export type PricingModel = (typeof pricingModels)[number];

export const pricePeriods = ["month", "year", "seat_month", "seat_year", "once", "usage"] as const;
export type PricePeriod = (typeof pricePeriods)[number];
export const selfHostedAnswers = ["yes", "no"] as const;
export const ssoAnswers = ["yes", "no", "paid"] as const;
/** The authors of facts about products. */
export const factAuthors = ["site", "owner", "import", "team"] as const;

export const listingStatuses = [
  "draft",
  "awaiting_badge",
  "scheduled",
  "live",
  "rejected",
  "suspended",
  "archived",
] as const;
export type ListingStatus = (typeof listingStatuses)[number];

export const plans = ["none", "free", "paid"] as const;
export type Plan = (typeof plans)[number];

export const badgeFaults = [
  "absent",
  "link_alone",
  "elsewhere",
  "in_code",
  "hidden",
  "unreachable",
  "robots",
  "needs_scripts",
] as const;
export type BadgeFault = (typeof badgeFaults)[number];

export const claimMethods = ["dns", "meta", "file", "email"] as const;
export type ClaimMethod = (typeof claimMethods)[number];

export const claimStatuses = ["pending", "verified", "failed", "expired", "revoked"] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** The status of a dispute. A dispute is withdrawn if the claim ends before the team decides. */
export const disputeStatuses = ["open", "granted", "refused", "withdrawn"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const paidSections = ["milestones", "updates"] as const;
export type PaidSection = (typeof paidSections)[number];

export const storySections = [
  "how_started",
  "problem",
  "what_built",
  "hard_parts",
  "milestones",
  "whats_next",
] as const;
export type StorySection = (typeof storySections)[number];

/** Reasons why a ballot does not count. The first two may cease to apply before the week ends. */
export const exclusions = ["account_new", "address_unproved", "account_suspended", "team"] as const;
export type Exclusion = (typeof exclusions)[number];

export const boards = [
  "community-weekly",
  "community-monthly",
  "community-yearly",
  "community-all-time",
  "billboard",
  "dr-top",
  "dr-climbers",
] as const;
export type Board = (typeof boards)[number];

/** The roles of accounts. `auth/scopes.ts` says what each role allows. */
export const roles = ["member", "moderator", "editor", "admin"] as const;
export type Role = (typeof roles)[number];

/**
 * The purpose of a mailed link. `approve` and `stop` go to the account's current email address. `approve` starts a
 * change of email if there is no password. `stop` ends the change, or reverses it after it was made. `erase` confirms
 * the account's deletion.
 */
export const linkPurposes = ["verify", "sign_in", "reset", "approve", "change", "stop", "erase"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

export const jobStates = ["queued", "leased", "done", "dead"] as const;
export type JobState = (typeof jobStates)[number];

export const awardKinds = ["week", "month"] as const;
export type AwardKind = (typeof awardKinds)[number];

export const draftStatuses = ["crawling", "drafting", "ready", "failed", "submitted", "expired"] as const;
export type DraftStatus = (typeof draftStatuses)[number];

export const draftWriters = ["claude", "extractive"] as const;
export type DraftWriterName = (typeof draftWriters)[number];

export const productNames = ["launch", "billboard", "sections"] as const;
export type ProductName = (typeof productNames)[number];

/**
 * `domestic`: the seller's rate; `oss`: the rate of the buyer's country; `reverse_charge`: the buyer accounts for the
 * VAT; `outside_scope`: not taxable in the EU; `exempt`: no VAT.
 */
export const taxTreatments = ["domestic", "oss", "reverse_charge", "outside_scope", "exempt"] as const;
export type TaxTreatment = (typeof taxTreatments)[number];

/**
 * `not_checked`: the register was not queried, because the site does not use it or its response would change nothing.
 */
export const vatIdStatuses = ["none", "valid", "invalid", "unavailable", "not_checked"] as const;
export type VatIdStatus = (typeof vatIdStatuses)[number];

export const orderStatuses = ["pending", "paid", "fulfilled", "expired", "canceled", "failed", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentProviders = ["stripe", "sandbox"] as const;
export type PaymentProvider = (typeof paymentProviders)[number];

export const invoiceKinds = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

export const reportKinds = ["not_as_said", "dead", "not_theirs", "other"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const duplicateReasons = ["site", "name", "lookalike", "text"] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** `decided`: the listing was suspended or rejected; `told`: its owners were asked to fix it; `dismissed`: no fault. */
export const reportOutcomes = ["decided", "told", "dismissed"] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** Grounds for a decision. `tools/moderation/decisions/rules.ts` contains the wording of each rule. */
export const decisionGrounds = [
  "not_as_said",
  "dead",
  "no_product",
  "not_theirs",
  "steering",
  "harmful",
  "rights",
  "unlawful",
] as const;
export type DecisionGround = (typeof decisionGrounds)[number];

/** The statuses of listings that the suspension of an account hides. */
export const hideableStatuses = ["awaiting_badge", "scheduled", "live"] as const satisfies readonly ListingStatus[];
export type HideableStatus = (typeof hideableStatuses)[number];

export const decidedStatuses = ["suspended", "rejected"] as const satisfies readonly ListingStatus[];
export type DecidedStatus = (typeof decidedStatuses)[number];

export const decisionOrigins = ["reports", "texts", "team"] as const;
export type DecisionOrigin = (typeof decisionOrigins)[number];

/** Whose listings the team reviews before their launch: none, the first one of each account, or all. */
export const reviewModes = ["off", "first", "always"] as const;
export type ReviewMode = (typeof reviewModes)[number];

export const reviewStates = ["waiting", "change_requested", "approved"] as const;
export type ReviewState = (typeof reviewStates)[number];

export const answerOutcomes = ["upheld", "reversed"] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

export const flagKinds = ["assistants", "votes", "names"] as const;
export type FlagKind = (typeof flagKinds)[number];

/** `gone`: the text was removed; for the other values, see `reportOutcomes`. */
export const flagOutcomes = [...reportOutcomes, "gone"] as const;
export type FlagOutcome = (typeof flagOutcomes)[number];

/** The kinds of cases that the team decides. The id of a reports case is the listing's. */
export const caseKinds = ["reports", "answer", "flag", "dispute", "edit", "review"] as const;
export type CaseKind = (typeof caseKinds)[number];

export const textSources = ["listing", "post"] as const;
export type TextSource = (typeof textSources)[number];

export const ruleKinds = ["email_domain", "product_domain", "word", "network", "email_hash"] as const;
export type RuleKind = (typeof ruleKinds)[number];

export const ruleEffects = ["deny", "allow"] as const;
export type RuleEffect = (typeof ruleEffects)[number];

/** Who may create an account. `closed` means that only the operator can, with a command. */
export const registrationModes = ["open", "by_invitation", "closed"] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Kinds of actions for which a person may require approval, because others may notice them before they are undone. */
export const approvalCategories = ["publish", "spend", "invite", "delete"] as const;
export type ApprovalCategory = (typeof approvalCategories)[number];

export const approvalDecisions = ["approved", "refused"] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];

/** The kinds of events that are counted. `insight_counts` stores the position in this list: only append to it. */
export const insightCounters = [
  "search_impressions",
  "page_views",
  "profile_reads",
  "comparisons",
  "outbound_clicks",
  "badge_loads",
] as const;
export type InsightCounter = (typeof insightCounters)[number];

/** The channels of events. `insight_counts` stores the position in this list: only append to it. */
export const insightChannels = ["page", "mcp", "rest", "feed"] as const;
export type InsightChannel = (typeof insightChannels)[number];

/** The texts for which `weekly_callers` counts callers. */
export const callerKinds = ["query", "client"] as const;

export const feedKinds = ["listing", "founder", "post", "category"] as const;
export type FeedKind = (typeof feedKinds)[number];

/** The events that anyone may learn from the public pages. Owners with read-only access get only these. */
export const publicEvents = [
  "listing.live",
  "listing.changed",
  "listing.removed",
  "update.posted",
  "week.closed",
] as const;
export const webhookEvents = [
  "listing.submitted",
  "listing.live",
  "listing.changed",
  "listing.removed",
  "listing.blocked",
  "update.posted",
  "claim.verified",
  "claim.revoked",
  "order.paid",
  "order.refunded",
  "week.closed",
  "approval.requested",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookFormats = ["standard", "slack", "discord"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** `failing`: the last attempt at an event failed. `disabled`: nothing is sent. */
export const webhookStatuses = ["active", "failing", "disabled"] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** `dropped`: the receiver may no longer get the event. */
export const deliveryStates = ["waiting", "delivered", "failed", "dropped"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
