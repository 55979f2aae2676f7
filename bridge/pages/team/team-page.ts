import { answerPage } from "../frame/answers.ts";
import { sideNavigation } from "../frame/layout.ts";
import { type PageHandlers, type PageRoute, type SignedInVisit, signedInPage } from "../frame/mount.ts";
import { unknownPage } from "../frame/unknown.ts";

/** The pages of the team, a line each. */
const teamPages = [
  ["/team", "Edits"],
  ["/team/listings", "Listings"],
  ["/team/reports", "Reports"],
  ["/team/decisions", "Decisions"],
  ["/team/marks", "Flagged texts"],
  ["/team/claims", "Claims"],
  ["/team/ballots", "Ballots"],
  ["/team/jobs", "Jobs"],
  ["/team/mail", "Mail"],
] as const;

/** A page for people of the team; for others who are signed in there is no such page. */
export function teamPage(path: string, operation: string, handlers: PageHandlers<SignedInVisit>): PageRoute {
  const page = signedInPage(path, operation, handlers);
  return {
    ...page,
    handle: (visit) =>
      visit.account === null || visit.account.role === "team" ? page.handle(visit) : unknownPage.handle(visit),
  };
}

/** A page with the team's navigation beside it. */
export const answerTeam = (
  visit: SignedInVisit,
  page: Omit<Parameters<typeof answerPage>[1], "layout" | "side">,
): Response =>
  answerPage(visit, {
    ...page,
    layout: "wide",
    side: sideNavigation("Team pages", teamPages, visit.url.pathname),
  });
