import { and, desc, eq } from "drizzle-orm";
import { posts } from "../../schema/sites.ts";
import type { Db, Tx } from "../../store/store.ts";
import { RuleViolation } from "../common/rule-violation.ts";
import { fold } from "../search/search-text.ts";

export interface PostFacts {
  slug: string;
  title: string;
  excerpt: string;
  bodyMarkdown: string;
  author: string;
  tags: string[];
  publishedAt: string;
}

const searchText = ({ title, excerpt, bodyMarkdown, tags }: PostFacts) =>
  fold([title, excerpt, bodyMarkdown, ...tags].join(" "));

/** Throws RuleViolation if the slug is taken. */
export async function createPost(tx: Tx, siteId: number, facts: PostFacts, now: string): Promise<number> {
  if (await postFacts(tx, siteId, facts.slug)) throw new RuleViolation(`the post "${facts.slug}" already exists`);
  const { id } = await tx
    .insert(posts)
    .values({ ...facts, siteId, searchText: searchText(facts), updatedAt: now })
    .returning({ id: posts.id })
    .get();
  return id;
}

export async function updatePost(tx: Tx, id: number, facts: PostFacts, now: string): Promise<void> {
  await tx
    .update(posts)
    .set({ ...facts, searchText: searchText(facts), updatedAt: now })
    .where(eq(posts.id, id));
}

export async function deletePost(tx: Tx, id: number): Promise<void> {
  await tx.delete(posts).where(eq(posts.id, id));
}

const factColumns = {
  slug: posts.slug,
  title: posts.title,
  excerpt: posts.excerpt,
  bodyMarkdown: posts.bodyMarkdown,
  author: posts.author,
  tags: posts.tags,
  publishedAt: posts.publishedAt,
};

export const postFacts = async (
  db: Db,
  siteId: number,
  slug: string,
): Promise<(PostFacts & { id: number }) | undefined> =>
  db
    .select({ id: posts.id, ...factColumns })
    .from(posts)
    .where(and(eq(posts.siteId, siteId), eq(posts.slug, slug)))
    .get();

export async function postRows(db: Db, siteId: number): Promise<Omit<PostFacts, "bodyMarkdown">[]> {
  const { bodyMarkdown, ...columns } = factColumns;
  return db.select(columns).from(posts).where(eq(posts.siteId, siteId)).orderBy(desc(posts.publishedAt), posts.id);
}
