export { consentPage } from "./consent.ts";
export { mailboxPage } from "./mailbox.ts";
export { checkMailPage, linkPage, resetPasswordPage } from "./mailed-links.ts";
export { providerCallbackPage, providerPage } from "./provider.ts";
export { signInPage } from "./sign-in.ts";
export { signOutPage } from "./sign-out.ts";
export { signUpPage } from "./sign-up.ts";
