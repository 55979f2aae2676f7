import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { approvalPolicy, deletedWith, jsonArray, oneOf, timestamp } from "./columns.ts";
import { founders } from "./companies.ts";
import { linkPurposes, roles } from "./vocabulary.ts";

/**
 * Secrets are never stored. Columns named `*_hash` contain the SHA-256 hash of a random 256-bit value in hexadecimal;
 * `password_hash` contains an argon2id string. A stolen database therefore gives no access.
 */
export const accounts = sqliteTable(
  "accounts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The email address in lower case, without surrounding spaces. */
    email: text("email").notNull().unique(),
    emailVerifiedAt: timestamp("email_verified_at"),
    name: text("name").notNull().default(""),
    passwordHash: text("password_hash"),
    role: text("role", { enum: roles }).notNull().default("member"),
    /** The ids of the sites to which the role is limited; null for all sites. */
    roleSites: text("role_sites", { mode: "json" }).$type<number[]>(),
    /** An account for people who review this site for an assistant directory. Its apps and keys work in the sandbox. */
    isReview: integer("is_review", { mode: "boolean" }).notNull().default(false),
    founderId: integer("founder_id")
      .unique()
      .references(() => founders.id, { onDelete: "set null" }),
    suspendedAt: timestamp("suspended_at"),
    /** When the owner switched off one kind of email (`optionalMails` in db/queries/accounts/unsubscribe.ts). */
    digestsStoppedAt: timestamp("digests_stopped_at"),
    weekResultsStoppedAt: timestamp("week_results_stopped_at"),
    awardsStoppedAt: timestamp("awards_stopped_at"),
    /** These emails are off until the owner switches them on. */
    insightsStoppedAt: timestamp("insights_stopped_at").default("1970-01-01T00:00:00.000Z"),
    /**
     * When a mail server permanently refused the email address, and the server's reply. A new email address clears
     * both.
     */
    mailRefusedAt: timestamp("mail_refused_at"),
    mailRefusal: text("mail_refusal"),
    /** The shortened network, /24 or /48, that the account was created from. It is deleted after 30 days. */
    signUpNetwork: text("sign_up_network"),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    index("accounts_by_age").on(table.createdAt),
    index("accounts_sign_up_network").on(table.signUpNetwork).where(sql`${table.signUpNetwork} IS NOT NULL`),
    check("accounts_role", oneOf("role", roles)),
    check("accounts_email", sql`${table.email} = lower(${table.email})`),
  ],
);

export const identities = sqliteTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    accountId: deletedWith("account_id", () => accounts.id),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index("identities_account").on(table.accountId)],
);

/** Public keys of WebAuthn credentials, with which people sign in. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: deletedWith("account_id", () => accounts.id),
    name: text("name").notNull(),
    /** The credential ID and the public key (COSE) are in base64url. */
    credentialId: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    /** How often the authenticator says that it signed. Always 0 for authenticators that do not count. */
    signCount: integer("sign_count").notNull(),
    createdAt: timestamp("created_at").notNull(),
    lastUsedAt: timestamp("last_used_at"),
  },
  (table) => [index("passkeys_account").on(table.accountId)],
);

/** Challenges that a passkey has signed. The server accepts each challenge only once. */
export const spentChallenges = sqliteTable("spent_challenges", {
  challengeHash: text("challenge_hash").primaryKey(),
  expiresAt: timestamp("expires_at").notNull(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    tokenHash: text("token_hash").notNull().unique(),
    accountId: deletedWith("account_id", () => accounts.id),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: timestamp("created_at").notNull(),
    /** The server updates this time at most once a minute. */
    lastSeenAt: timestamp("last_seen_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
  },
  (table) => [index("sessions_account").on(table.accountId), index("sessions_expiry").on(table.expiresAt)],
);

export const emailLinks = sqliteTable(
  "email_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text("purpose", { enum: linkPurposes }).notNull(),
    accountId: deletedWith("account_id", () => accounts.id),
    /** The recipient. The link proves access only to this email address. */
    email: text("email").notNull(),
    newEmail: text("new_email"),
    returnTo: text("return_to"),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    usedAt: timestamp("used_at"),
  },
  (table) => [
    index("email_links_account").on(table.accountId),
    index("email_links_expiry").on(table.expiresAt),
    check("email_links_purpose", oneOf("purpose", linkPurposes)),
  ],
);

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: deletedWith("account_id", () => accounts.id),
    name: text("name").notNull(),
    keyHash: text("key_hash").notNull().unique(),
    ending: text("ending").notNull(),
    scopes: jsonArray<string>("scopes"),
    /** Calls with a sandbox key (`lk_test_`) are checked as usual, but cause no emails, payments or public changes. */
    isTest: integer("is_test", { mode: "boolean" }).notNull().default(false),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at"),
    lastUsedAt: timestamp("last_used_at"),
    revokedAt: timestamp("revoked_at"),
    approvalPolicy: approvalPolicy(),
  },
  (table) => [index("api_keys_account").on(table.accountId)],
);

/** Emails to send. A transaction that needs an email adds a row, and a job delivers it. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** Both bodies are sealed (db/keys/sealed-text.ts), because their links sign people in. */
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    unsubscribeUrl: text("unsubscribe_url"),
    replyTo: text("reply_to"),
    /** The id is set when the email is written, so that a repeated delivery is recognised as the same email. */
    messageId: text("message_id").notNull().unique(),
    createdAt: timestamp("created_at").notNull(),
    sentAt: timestamp("sent_at"),
  },
  (table) => [index("mails_recipient").on(table.recipient)],
);
