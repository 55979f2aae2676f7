import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { accounts } from "../../schema/accounts.ts";
import type { ApprovalPolicy } from "../../schema/columns.ts";
import { type ClientMetadata, oauthClients, oauthCodes, oauthGrants, oauthTokens } from "../../schema/oauth.ts";
import type { Db, Tx } from "../../store/store.ts";
import { dayMs } from "../../values/week.ts";

export async function registerClient(
  tx: Tx,
  client: { id: string; secretHash: string | null; metadata: ClientMetadata },
  now: Date,
): Promise<void> {
  await tx.insert(oauthClients).values({ ...client, kind: "registered", createdAt: now.toISOString() });
}

export async function saveClientDocument(
  tx: Tx,
  { id, metadata, freshUntil }: { id: string; metadata: ClientMetadata; freshUntil: string },
  now: Date,
): Promise<void> {
  await tx
    .insert(oauthClients)
    .values({ id, kind: "document", metadata, freshUntil, createdAt: now.toISOString() })
    .onConflictDoUpdate({
      target: oauthClients.id,
      set: { metadata, freshUntil },
      setWhere: eq(oauthClients.kind, "document"),
    });
}

export async function createGrant(
  tx: Tx,
  grant: Omit<typeof oauthGrants.$inferInsert, "createdAt">,
  code: Omit<typeof oauthCodes.$inferInsert, "grantId">,
  now: Date,
): Promise<number> {
  const time = now.toISOString();
  const { id } = await tx
    .insert(oauthGrants)
    .values({ ...grant, createdAt: time })
    .returning({ id: oauthGrants.id })
    .get();
  await tx.insert(oauthCodes).values({ ...code, grantId: id });
  await tx.update(oauthClients).set({ lastUsedAt: time }).where(eq(oauthClients.id, grant.clientId));
  return id;
}

const grantColumns = {
  grantId: oauthGrants.id,
  accountId: oauthGrants.accountId,
  clientId: oauthGrants.clientId,
  resource: oauthGrants.resource,
  revokedAt: oauthGrants.revokedAt,
  suspendedAt: accounts.suspendedAt,
};

export const codeByHash = async (db: Db, codeHash: string) =>
  db
    .select({
      ...grantColumns,
      scopes: oauthGrants.scopes,
      redirectUri: oauthCodes.redirectUri,
      codeChallenge: oauthCodes.codeChallenge,
      expiresAt: oauthCodes.expiresAt,
      spentAt: oauthCodes.spentAt,
    })
    .from(oauthCodes)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthCodes.grantId))
    .innerJoin(accounts, eq(accounts.id, oauthGrants.accountId))
    .where(eq(oauthCodes.codeHash, codeHash))
    .get();

export type TokenRow = NonNullable<Awaited<ReturnType<typeof tokenByHash>>>;

export const tokenByHash = async (db: Db, tokenHash: string) =>
  db
    .select({
      ...grantColumns,
      tokenHash: oauthTokens.tokenHash,
      kind: oauthTokens.kind,
      scopes: oauthTokens.scopes,
      expiresAt: oauthTokens.expiresAt,
      spentAt: oauthTokens.spentAt,
      successorSalt: oauthTokens.successorSalt,
    })
    .from(oauthTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthTokens.grantId))
    .innerJoin(accounts, eq(accounts.id, oauthGrants.accountId))
    .where(eq(oauthTokens.tokenHash, tokenHash))
    .get();

type NewToken = Omit<typeof oauthTokens.$inferInsert, "createdAt">;

export async function saveTokens(tx: Tx, tokens: NewToken[], now: Date): Promise<void> {
  await tx.insert(oauthTokens).values(tokens.map((token) => ({ ...token, createdAt: now.toISOString() })));
}

export async function revokeGrant(tx: Tx, grantId: number, reason: string, now: Date): Promise<boolean> {
  const ended = await tx
    .update(oauthGrants)
    .set({ revokedAt: now.toISOString(), revokedReason: reason })
    .where(and(eq(oauthGrants.id, grantId), isNull(oauthGrants.revokedAt)))
    .returning({ id: oauthGrants.id });
  await tx.delete(oauthTokens).where(and(eq(oauthTokens.grantId, grantId), eq(oauthTokens.kind, "access")));
  return ended.length > 0;
}

export async function revokeGrants(
  tx: Tx,
  accountId: number,
  reason: string,
  now: Date,
  isOne: (grant: Grant) => boolean = () => true,
): Promise<Grant[]> {
  const grants = (await grantsOfAccount(tx, accountId)).filter(isOne);
  for (const { id } of grants) await revokeGrant(tx, id, reason, now);
  return grants;
}

export type Grant = Awaited<ReturnType<typeof grantsOfAccount>>[number];

export async function deleteToken(tx: Tx, tokenHash: string): Promise<void> {
  await tx.delete(oauthTokens).where(eq(oauthTokens.tokenHash, tokenHash));
}

export async function grantsOfAccount(db: Db, accountId: number) {
  return db
    .select({
      id: oauthGrants.id,
      clientId: oauthGrants.clientId,
      metadata: oauthClients.metadata,
      scopes: oauthGrants.scopes,
      resource: oauthGrants.resource,
      createdAt: oauthGrants.createdAt,
      lastUsedAt: oauthGrants.lastUsedAt,
      approvalPolicy: oauthGrants.approvalPolicy,
    })
    .from(oauthGrants)
    .innerJoin(oauthClients, eq(oauthClients.id, oauthGrants.clientId))
    .where(and(eq(oauthGrants.accountId, accountId), isNull(oauthGrants.revokedAt)))
    .orderBy(sql`coalesce(${oauthGrants.lastUsedAt}, ${oauthGrants.createdAt}) desc`);
}

export const setGrantApprovalPolicy = async (tx: Tx, id: number, policy: ApprovalPolicy | null): Promise<void> => {
  await tx.update(oauthGrants).set({ approvalPolicy: policy }).where(eq(oauthGrants.id, id));
};

export async function sweepOAuth(tx: Tx, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  await tx.delete(oauthCodes).where(lt(oauthCodes.expiresAt, ago(1)));
  await tx.delete(oauthTokens).where(lt(oauthTokens.expiresAt, ago(1)));
  await tx.delete(oauthClients).where(and(isNull(oauthClients.lastUsedAt), lt(oauthClients.createdAt, ago(30))));
  await tx.delete(oauthGrants).where(
    or(
      lt(oauthGrants.revokedAt, ago(90)),
      // An old grant without tokens can no longer be used, because all its refresh tokens have expired.
      sql`${oauthGrants.createdAt} < ${ago(31)} AND NOT EXISTS (SELECT 1 FROM oauth_tokens t WHERE t.grant_id = ${oauthGrants.id})`,
    ),
  );
}
