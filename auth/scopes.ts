/** What a sign-in or API key may be allowed to do, in the order people are asked about them. */
export const scopes = {
  "account:read": "Read your account, listings, drafts, claims and orders",
  "listings:write": "Submit, edit and claim listings, write stories and answer interviews",
  "orders:write": "Price orders and make checkout links; paying stays with you",
} as const;

export type Scope = keyof typeof scopes;

/** Every scope, in that order. */
export const allScopes = Object.keys(scopes) as Scope[];

export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name);

/** What people read of a scope; one that is no longer known is shown as it is. */
export const scopeWords = (name: string): string => (isScope(name) ? scopes[name] : name);
