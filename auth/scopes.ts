export const scopes = {
  "account:read": "Read your account, listings, drafts, claims and orders",
  "listings:write": "Submit, edit and claim listings, write stories and answer interviews",
  "orders:write": "Get quotes and create checkout links; only you can pay",
} as const;

export type Scope = keyof typeof scopes;

export const allScopes = Object.keys(scopes) as Scope[];

export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name);

/** Returns true if a scope allows changes. Without such a scope, an app or key does nothing that needs approval. */
export const isWriting = (scope: string): boolean => scope !== "account:read";

/** Returns the label of a scope, or the unchanged name of a scope that no longer exists. */
export const scopeLabel = (name: string): string => (isScope(name) ? scopes[name] : name);
