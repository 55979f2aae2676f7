import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { approvalPolicy, deletedWith, jsonArray, oneOf, timestamp } from "./columns.ts";

/** The part of a client's metadata that we keep (RFC 7591, section 2; client ID metadata document draft, section 4). */
export interface ClientMetadata {
  client_name: string;
  client_uri?: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: string[];
  token_endpoint_auth_method: "none" | "client_secret_basic" | "client_secret_post";
  application_type?: string;
  scope?: string;
  software_id?: string;
  software_version?: string;
}

export const oauthClients = sqliteTable(
  "oauth_clients",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<"registered" | "document">().notNull(),
    secretHash: text("secret_hash"),
    metadata: text("metadata", { mode: "json" }).$type<ClientMetadata>().notNull(),
    createdAt: timestamp("created_at").notNull(),
    freshUntil: timestamp("fresh_until"),
    lastUsedAt: timestamp("last_used_at"),
  },
  () => [check("oauth_clients_kind", oneOf("kind", ["registered", "document"]))],
);

export const oauthGrants = sqliteTable(
  "oauth_grants",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: deletedWith("account_id", () => accounts.id),
    clientId: text("client_id")
      .notNull()
      .references(() => oauthClients.id, { onDelete: "cascade" }),
    scopes: jsonArray<string>("scopes"),
    /** The protected resource for which the tokens are issued (RFC 8707). */
    resource: text("resource").notNull(),
    createdAt: timestamp("created_at").notNull(),
    lastUsedAt: timestamp("last_used_at"),
    revokedAt: timestamp("revoked_at"),
    revokedReason: text("revoked_reason"),
    approvalPolicy: approvalPolicy(),
  },
  (table) => [index("oauth_grants_account").on(table.accountId), index("oauth_grants_client").on(table.clientId)],
);

export const oauthCodes = sqliteTable(
  "oauth_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    grantId: deletedWith("grant_id", () => oauthGrants.id),
    redirectUri: text("redirect_uri").notNull(),
    /** The S256 code challenge (RFC 7636). */
    codeChallenge: text("code_challenge").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    spentAt: timestamp("spent_at"),
  },
  (table) => [index("oauth_codes_grant").on(table.grantId), index("oauth_codes_expiry").on(table.expiresAt)],
);

export const oauthTokens = sqliteTable(
  "oauth_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    kind: text("kind").$type<"access" | "refresh">().notNull(),
    grantId: deletedWith("grant_id", () => oauthGrants.id),
    scopes: jsonArray<string>("scopes"),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    spentAt: timestamp("spent_at"),
    /**
     * A random salt for the exchange. Successor tokens are an HMAC of the presented token with this salt, so that a
     * legitimate repeat gets the same tokens even though only hashes are stored.
     */
    successorSalt: text("successor_salt"),
  },
  (table) => [
    index("oauth_tokens_grant").on(table.grantId),
    index("oauth_tokens_expiry").on(table.expiresAt),
    check("oauth_tokens_kind", oneOf("kind", ["access", "refresh"])),
    check("oauth_tokens_salt", sql`(${table.spentAt} IS NULL) = (${table.successorSalt} IS NULL)`),
  ],
);
