/** The closed sets of values that tables check and tools declare. */

export const pricingModels = ["free", "freemium", "paid", "open-source", "contact"] as const;
export type PricingModel = (typeof pricingModels)[number];

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

/** Why a badge was not found on a product's website. */
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

/** How a case over a claim stands; it is withdrawn where the claim ends before the team decides. */
export const disputeStatuses = ["open", "granted", "refused", "withdrawn"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** Sections of a profile that a free listing shows only once they are unlocked. */
export const paidSections = ["milestones", "updates"] as const;
export type PaidSection = (typeof paidSections)[number];

/** The current founder story sections, in the order they are read. */
export const storySections = [
  "how_started",
  "problem",
  "what_built",
  "hard_parts",
  "milestones",
  "whats_next",
] as const;
export type StorySection = (typeof storySections)[number];

/** Why a ballot does not count: the first two may end within its week. */
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

export const roles = ["member", "team"] as const;
export type Role = (typeof roles)[number];

/**
 * What a mailed link does. `approve` and `stop` go to the address an account has: the first lets a change of it begin
 * where there is no password to ask for, the second ends the change, also after it is done. `erase` proves that the
 * person wants the account deleted.
 */
export const linkPurposes = ["verify", "sign_in", "reset", "approve", "change", "stop", "erase"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

export const jobStates = ["queued", "leased", "done", "dead"] as const;
export type JobState = (typeof jobStates)[number];

/** What an award is for: a place in a closed week or month. */
export const awardKinds = ["week", "month"] as const;
export type AwardKind = (typeof awardKinds)[number];

export const draftStatuses = ["crawling", "drafting", "ready", "failed", "submitted", "expired"] as const;
export type DraftStatus = (typeof draftStatuses)[number];

export const draftWriters = ["claude", "extractive"] as const;
export type DraftWriterName = (typeof draftWriters)[number];

export const productNames = ["launch", "billboard", "sections"] as const;
export type ProductName = (typeof productNames)[number];

/** What VAT comes to on an order: the seller's own, the buyer's country's, the buyer's to account for, not of the EU, or none at all. */
export const taxTreatments = ["domestic", "oss", "reverse_charge", "outside_scope", "exempt"] as const;
export type TaxTreatment = (typeof taxTreatments)[number];

/** What is known of a VAT id; `not_checked` where nobody was asked, as its answer would change nothing or cannot be had. */
export const vatIdStatuses = ["none", "valid", "invalid", "unavailable", "not_checked"] as const;
export type VatIdStatus = (typeof vatIdStatuses)[number];

export const orderStatuses = ["pending", "paid", "fulfilled", "expired", "canceled", "failed", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Who takes the money of an order; `sandbox` takes none. */
export const paymentProviders = ["stripe", "sandbox"] as const;
export type PaymentProvider = (typeof paymentProviders)[number];

export const invoiceKinds = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** What visitors say is wrong with a listing. */
export const reportKinds = ["not_as_said", "dead", "not_theirs", "other"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What came of reports: the listing was suspended or rejected, its owners were told to mend it, or nothing was wrong. */
export const reportOutcomes = ["decided", "told", "dismissed"] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** Why the team takes a listing down or keeps it from its launch; `tools/decisions/rules.ts` says each as a rule. */
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

/** What a listing becomes by a decision of the team. */
export const decidedStatuses = ["suspended", "rejected"] as const satisfies readonly ListingStatus[];
export type DecidedStatus = (typeof decidedStatuses)[number];

/** How the team came to look: by reports of visitors, by a flag of the check of texts, or by itself. */
export const decisionOrigins = ["reports", "texts", "team"] as const;
export type DecisionOrigin = (typeof decisionOrigins)[number];

/** What the team makes of an owner's answer. */
export const answerOutcomes = ["upheld", "reversed"] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

/** What a flagged text does: it speaks to assistants, or asks for votes. */
export const flagKinds = ["assistants", "votes", "names"] as const;
export type FlagKind = (typeof flagKinds)[number];

/** Outcome of a flag: the listing was suspended or rejected, its owners were told, nothing was wrong, or the text is gone. */
export const flagOutcomes = [...reportOutcomes, "gone"] as const;
export type FlagOutcome = (typeof flagOutcomes)[number];

/** What has texts that are looked through. */
export const textSources = ["listing", "post"] as const;
export type TextSource = (typeof textSources)[number];

/** What an operation does that cannot be taken back quietly: a person may want to be asked before it is done in their name. */
export const approvalCategories = ["publish", "spend", "invite", "delete"] as const;
export type ApprovalCategory = (typeof approvalCategories)[number];

/** What a person said to an approval request. */
export const approvalDecisions = ["approved", "refused"] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];
