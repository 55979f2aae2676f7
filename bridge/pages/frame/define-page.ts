import type { Elysia } from "elysia";
import type * as z from "zod";
import type { AddressKind } from "#db/queries/sites/sitemap.ts";
import type { AnyTool, Operation } from "#tools/core/operations/define.ts";
import type { Runtime, ServedSite } from "../../http/server/runtime.ts";
import type { Assets } from "./assets.ts";
import type { Feed } from "./feed.ts";
import type { Form } from "./form-body.ts";
import type { Page } from "./layout.ts";
import type { MenuEntry } from "./menus.ts";
import type { SignedInVisit, Visit } from "./visit.ts";

interface Declaration {
  path: string;
  /** What the access log calls it. */
  name: string;
  menu?: MenuEntry;
  /** Whether this server has the page; always unless said. */
  isServed?(runtime: Runtime): boolean;
}

/** A page for one browser; those of the account and of the team ask others to sign in first and lead them back. */
interface PrivatePage<Audience, V extends Visit> extends Declaration {
  audience: Audience;
  maxAge?: undefined;
  get?(visit: V): Promise<Response>;
  /** Runs only for a form that a page of ours sent. */
  post?(visit: V, form: Form): Promise<Response>;
  /** Bytes the form may bring beyond those of an ordinary one: a file, or long texts. */
  maxFileBytes?: number;
  /** Whether forms may come from elsewhere, where a secret in the address is all it takes. */
  takesAnyForm?: boolean;
}

/**
 * A page of the directory: how people see the answers of operations that are open to everyone. Without a session it is
 * one document that caches share; who is signed in gets the same page with their name and with forms, for them alone.
 * Who asks for Markdown gets what the operations say in text, signed in or not.
 */
export interface PublicPage extends Declaration {
  audience: "everyone";
  /** Seconds that caches may keep it. */
  maxAge: number;
  /** Whether the sitemap names it, or the records that it shows, or which paths it names. */
  indexed?: boolean | AddressKind | "boards" | "weeks" | readonly string[];
  /** What a missing record is called on the page that says so. */
  what?: string;
  get(ask: Ask, request: PublicRequest): Promise<Page>;
  /** The list on it for readers of feeds, at the same address with `.atom`. */
  feed?(ask: Ask, request: PublicRequest): Promise<Feed>;
}

/** A page that is made otherwise, and mounts itself. */
interface MountedPage extends Declaration, Pick<PublicPage, "audience" | "maxAge" | "indexed"> {
  mount(app: Elysia, runtime: Runtime, assets: Assets, tools: readonly AnyTool[]): void;
}

export type VisitPage = PrivatePage<"everyone", Visit> | PrivatePage<"account" | "team", SignedInVisit>;
export type AnyPage = VisitPage | PublicPage | MountedPage;

/** Declares a page. If `pages.ts` of its folder exports it, it is served and listed in its menu and the sitemap. */
export const definePage = (page: AnyPage): AnyPage => page;

/** Asks a public operation, as somebody who is not signed in: the same for all who read the page. */
export type Ask = <Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  input: z.input<Input>,
) => Promise<z.input<Output>>;

export interface PublicRequest extends ServedSite {
  /** The names in the path. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** Path and query, to come back to. */
  address: string;
  now: Date;
  /** Who is signed in, for what is theirs alone on the page; null on the page that caches share. */
  visit: SignedInVisit | null;
}
