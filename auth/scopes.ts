/** The scopes that people can give to apps and API keys. */
const accountScopes = {
  "account:read": "Read your account, listings, drafts, claims and orders",
  "listings:write": "Submit, edit and claim listings, write stories and answer interviews",
  "orders:write": "Get quotes and create checkout links; only you can pay",
} as const;

/** The scopes of the team's work. Only persons with a role and their API keys can have them. */
const teamScopes = {
  "team:review": "Review listings, reports and texts for the team",
  "team:content": "Manage listings, categories and posts for the team",
  "team:admin": "Manage accounts, orders, settings and all other work of the team",
} as const;

export type TeamScope = keyof typeof teamScopes;
export type AccountScope = keyof typeof accountScopes;
export type Scope = AccountScope | TeamScope;

export const scopes: Record<Scope, string> = { ...accountScopes, ...teamScopes };

export const allScopes = Object.keys(accountScopes) as AccountScope[];
export const allTeamScopes = Object.keys(teamScopes) as TeamScope[];
export const everyScope: readonly Scope[] = [...allScopes, ...allTeamScopes];

export const isScope = (name: string): name is AccountScope => Object.hasOwn(accountScopes, name);
export const isTeamScope = (name: string): name is TeamScope => Object.hasOwn(teamScopes, name);

/** Returns true if a scope allows changes. Without such a scope, an app or key does nothing that needs approval. */
export const isWriting = (scope: string): boolean => scope !== "account:read";

/** Returns the label of a scope, or the unchanged name of a scope that no longer exists. */
export const scopeLabel = (name: string): string => (isScope(name) || isTeamScope(name) ? scopes[name] : name);

const roleScopes = {
  member: [],
  moderator: ["team:review"],
  editor: ["team:content"],
  admin: allTeamScopes,
} as const satisfies Record<string, readonly TeamScope[]>;

export interface TeamRole {
  role: keyof typeof roleScopes;
  /** The ids of the sites to which the role is limited; null for all sites. Admins are never limited. */
  roleSites: readonly number[] | null;
}

/** Returns the team scopes that a role gives on a site. */
export const teamScopesOf = ({ role, roleSites }: TeamRole, siteId: number): readonly TeamScope[] =>
  role === "admin" || roleSites === null || roleSites.includes(siteId) ? roleScopes[role] : [];
