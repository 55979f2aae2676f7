import type { Elysia } from "elysia";
import type * as z from "zod";
import type { TeamScope } from "#auth/scopes.ts";
import type { AddressKind } from "#db/queries/sites/sitemap.ts";
import type { SiteSettings } from "#db/schema/sites.ts";
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
  /** Name in the access log. */
  name: string;
  menu?: MenuEntry;
  /** Returns whether this server has the page. Default: yes. */
  isServed?(runtime: Runtime): boolean;
  /** Returns whether a site has the page, for menus and the sitemap. Default: yes. */
  isShown?(settings: SiteSettings, isProduction: boolean): boolean;
}

/**
 * A page that is private to one browser. Account and team pages require sign-in, after which the browser returns to the
 * page.
 */
interface PrivatePage<Audience, V extends Visit> extends Declaration {
  audience: Audience;
  maxAge?: undefined;
  get?(visit: V): Promise<Response>;
  /** Handles a form. Unless `takesAnyForm` is set, the form comes from one of our pages. */
  post?(visit: V, form: Form): Promise<Response>;
  /** Bytes allowed beyond the normal limit for forms, for a file or long text. */
  maxFileBytes?: number;
  /** Accepts forms from anywhere, because a secret in the URL authorises the request. */
  takesAnyForm?: boolean;
}

/**
 * A page that shows results of public operations. Caches share the copy for visitors without a session; a signed-in
 * person gets a private copy with their name and forms. Requests for Markdown get the operations' text responses.
 */
export interface PublicPage extends Declaration {
  audience: "everyone";
  /** Seconds that caches may keep the page. */
  maxAge: number;
  /**
   * The entries in the sitemap. `true` means this page, a kind means one page for each record, and a function returns
   * the paths of a site.
   */
  indexed?: boolean | AddressKind | "boards" | "weeks" | ((settings: SiteSettings) => string[]);
  /** Set if a view of the page, or of its feed, counts for the listings that it shows. */
  isCounted?: true;
  /** Name for the kind of record in the title of the 404 page. */
  recordName?: string;
  /**
   * Returns the text of a suggested link on the 404 page, for the parameter in the link's path. Default: the parameter.
   */
  suggestionName?(parameter: string): string;
  get(ask: Ask, request: PublicRequest): Promise<Page>;
  /** The page's list as an Atom feed, at the page's path plus `.atom`. */
  feed?(ask: Ask, request: PublicRequest): Promise<Feed>;
}

/** A page that mounts its own routes. */
interface MountedPage extends Declaration, Pick<PublicPage, "audience" | "maxAge" | "indexed"> {
  mount(app: Elysia, runtime: Runtime, assets: Assets, tools: readonly AnyTool[]): void;
}

/** Shown to persons with one of the scopes by their role. Others get the 404 page. */
export interface TeamPage extends PrivatePage<"team", SignedInVisit> {
  scopes: readonly TeamScope[];
}

export type VisitPage = PrivatePage<"everyone", Visit> | PrivatePage<"account", SignedInVisit> | TeamPage;
export type AnyPage = VisitPage | PublicPage | MountedPage;

/** Declares a page. A page that its folder's `pages.ts` exports is served and listed in the menu and the sitemap. */
export const definePage = (page: AnyPage): AnyPage => page;

/** A record in the list that an operation returns. */
export type ItemOf<Op extends { output: z.ZodObject<{ items: z.ZodArray }> }> = z.input<Op["output"]>["items"][number];

/** Calls a public operation without an account, so that every reader gets the same response. */
export type Ask = <Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  input: z.input<Input>,
) => Promise<z.input<Output>>;

export interface PublicRequest extends ServedSite {
  runtime: Pick<Runtime, "isProduction" | "recipients" | "seller" | "teamEmail">;
  /** Values of the route's parameters. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** Path and query of this page, for links that return to it. */
  currentPath: string;
  now: Date;
  /** The signed-in person's visit; null for the copy that caches share. */
  visit: SignedInVisit | null;
}
