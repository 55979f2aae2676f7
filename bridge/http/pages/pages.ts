import type { Elysia } from "elysia";
import type { Runtime } from "../runtime.ts";
import { accountPage } from "./account.ts";
import { appsPage } from "./apps.ts";
import { consentPage } from "./consent.ts";
import { draftPage } from "./draft.ts";
import { draftsPage } from "./drafts.ts";
import { invitePage } from "./invite.ts";
import { keysPage } from "./keys.ts";
import { mailboxPage } from "./mailbox.ts";
import { checkMailPage, linkPage, resetPasswordPage } from "./mailed-links.ts";
import { mountPage } from "./mount.ts";
import { profilePage } from "./profile.ts";
import { providerCallbackPage, providerPage } from "./provider.ts";
import { signInPage } from "./sign-in.ts";
import { signOutPage } from "./sign-out.ts";
import { signUpPage } from "./sign-up.ts";
import { unknownPage } from "./unknown.ts";

/** Mounts the pages for people. */
export function mountPages(app: Elysia, runtime: Runtime, stylesheet: string): void {
  const pages = [
    signInPage,
    signUpPage,
    checkMailPage,
    linkPage,
    resetPasswordPage,
    signOutPage,
    providerPage,
    providerCallbackPage,
    consentPage(runtime.authorization),
    accountPage,
    profilePage,
    draftsPage,
    draftPage,
    invitePage,
    keysPage,
    appsPage,
    ...(runtime.hasMailbox ? [mailboxPage] : []),
    unknownPage,
  ];
  for (const page of pages) mountPage(app, page, runtime, stylesheet);
}
