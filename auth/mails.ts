import type { MailContent } from "#db/queries/common/mail.ts";

/** The mails of signing in, as text and HTML from the same sentences. */

export type LinkMail =
  | "confirm"
  | "known"
  | "sign_in"
  | "reset"
  | "approve"
  | "change"
  | "change_taken"
  | "change_asked"
  | "changed"
  | "erase";

interface LinkText {
  subject: string;
  lead: string | ((newEmail: string) => string);
  /** Without it the mail tells only, and the link stays unknown. */
  action?: string;
  otherwise: string;
}

const texts: Record<LinkMail, LinkText> = {
  confirm: {
    subject: "Confirm your address",
    lead: "Thank you for signing up. Open this link to confirm that this address is yours.",
    action: "Confirm the address",
    otherwise: "If you did not sign up, leave this mail alone: without the link there is no account.",
  },
  known: {
    subject: "You have an account already",
    lead: "Someone, probably you, signed up with this address, which has an account already. Open this link to sign in to it.",
    action: "Sign in",
    otherwise: "If that was not you, nothing has changed and nothing needs to be done.",
  },
  sign_in: {
    subject: "Your link to sign in",
    lead: "Open this link to sign in.",
    action: "Sign in",
    otherwise: "If you did not ask for it, leave this mail alone. Nobody can sign in without the link.",
  },
  reset: {
    subject: "Set a new password",
    lead: "Open this link to set a new password. All other browsers will be signed out.",
    action: "Set a new password",
    otherwise: "If you did not ask for it, leave this mail alone. Your password stays as it is.",
  },
  erase: {
    subject: "Delete your account",
    lead: "Open this link to see once more what goes and what stays, and to delete your account.",
    action: "Delete the account",
    otherwise: "If you did not ask for it, leave this mail alone and sign out the browsers you do not know.",
  },
  change: {
    subject: "Confirm your new address",
    lead: "Open this link to use this address for your account from now on.",
    action: "Use this address",
    otherwise: "If you do not know of this, leave this mail alone and nothing changes.",
  },
  change_taken: {
    subject: "You have an account already",
    lead: "Someone, probably you, wanted to use this address for another account. It has one already, so nothing has changed.",
    otherwise: "To use it for the other account, first give the one that has it another address.",
  },
  approve: {
    subject: "Allow the change of your address",
    lead: (newEmail) =>
      `Someone, probably you, wants your account to use ${newEmail} from now on. It has no password, so this address has to allow that first.`,
    action: "Allow the change",
    otherwise:
      "If that was not you, leave this mail alone: nothing changes. Then sign out all browsers in your account.",
  },
  change_asked: {
    subject: "Your address is about to change",
    lead: (newEmail) =>
      `Your account will use ${newEmail} as soon as the link that was mailed there is opened. If that was you, there is nothing to do here.`,
    action: "That was not me: stop it",
    otherwise:
      "If you stop it, your account keeps this email. We sign out all browsers, remove the password and revoke the API keys and apps added since the request.",
  },
  changed: {
    subject: "Your address has changed",
    lead: (newEmail) => `Your account now uses ${newEmail}. If that was you, there is nothing to do here.`,
    action: "That was not me: change it back",
    otherwise:
      "If you change it back, your account gets this email again. We sign out all browsers, remove the password and revoke the API keys and apps added since the change was requested.",
  },
};

interface MailBody {
  subject: string;
  textBody: string;
  htmlBody: string;
}

export function linkMail(
  kind: LinkMail,
  site: { name: string; base: string },
  link: { name: string; url: string; minutes: number; newEmail?: string },
): MailBody {
  const { subject, lead, action, otherwise } = texts[kind];
  const days = link.minutes / (24 * 60);
  const life =
    days >= 2
      ? `${Math.round(days)} days`
      : link.minutes >= 120
        ? `${Math.round(link.minutes / 60)} hours`
        : `${link.minutes} minutes`;
  return composeMail(site, {
    subject,
    greeting: link.name,
    paragraphs: [typeof lead === "string" ? lead : lead(link.newEmail ?? "")],
    action: action === undefined ? undefined : { label: action, url: link.url },
    closing: [...(action === undefined ? [] : [`The link works once, within ${life}.`]), otherwise],
  });
}

/** A mail in the site's name. Everything is escaped; the HTML loads nothing. */
export function composeMail(site: { name: string; base: string }, content: MailContent): MailBody {
  const { subject, greeting, paragraphs, items = [], action, closing = [], unsubscribeUrl } = content;
  const hello = greeting ? `Hello ${greeting},` : "Hello,";
  const signature = `${site.name}, ${site.base}`;
  const lines = [
    ...[hello, ...paragraphs],
    ...items.flatMap(({ title, url, paragraphs }) => [`${title}\n${url}`, ...paragraphs]),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...closing,
    ...(unsubscribeUrl ? [`${unsubscribeLabel}: ${unsubscribeUrl}`] : []),
    signature,
  ];
  const parts = [
    ...[hello, ...paragraphs].map(paragraph),
    ...items.map(({ title, url, paragraphs }) => itemHeading(title, url) + paragraphs.map(paragraph).join("")),
    action ? button(action) : "",
    ...closing.map(paragraph),
    unsubscribeUrl ? `<p style="margin:0 0 16px">${link(unsubscribeLabel, unsubscribeUrl)}</p>` : "",
  ];
  return {
    subject: `${subject} (${site.name})`,
    textBody: `${lines.join("\n\n")}\n`,
    htmlBody: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${safe(subject)}</title></head><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c2326">${parts.join("")}<p style="margin:24px 0 0;color:#5b676c;font-size:14px">${safe(signature)}</p></body></html>`,
  };
}

const unsubscribeLabel = "Stop these mails";

const safe = (text: string) => Bun.escapeHTML(text);
const paragraph = (text: string) => `<p style="margin:0 0 16px">${safe(text).replaceAll("\n", "<br>")}</p>`;
const link = (label: string, url: string) => `<a href="${safe(url)}" style="color:#0b7a6f">${safe(label)}</a>`;
const itemHeading = (title: string, url: string) =>
  `<h2 style="margin:24px 0 8px;font-size:18px">${link(title, url)}</h2>`;
const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:0 0 16px"><a href="${safe(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0b7a6f;color:#ffffff;text-decoration:none;font-weight:600">${safe(label)}</a></p>`;
