import type { ChangeRow } from "#db/queries/common/audit-log.ts";

// Matches anything that looks like an email address. A false match does no harm, because it only hides some text.
const address = /[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+\.[^\s<>"'(),;:@]+/g;

/** Leaves out other people's accounts and email addresses. */
export function withoutOthers({ before, after, subjects, ...change }: ChangeRow, own: { id: number; email: string }) {
  const isOwn = (subject: string) => !subject.startsWith("account:") || subject === `account:${own.id}`;
  return {
    ...{ id: change.id, at: change.at, action: change.action, via: change.via },
    subjects: subjects.filter(isOwn),
    before: veiled(before, own.email),
    after: veiled(after, own.email),
  };
}

const veiled = (facts: Record<string, unknown>, own: string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(facts), (_, value: unknown) =>
    typeof value === "string"
      ? value.replace(address, (found) => (found.toLowerCase() === own ? found : "(somebody's address)"))
      : value,
  );
