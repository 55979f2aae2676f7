import type { MailContent } from "#db/queries/common/mail.ts";
import { mailColours } from "#db/values/accent.ts";

/** The site in whose name a mail is sent. */
export interface MailingSite {
  name: string;
  base: string;
  accent?: string;
  background?: string;
  /** The URL of the site's logo. */
  logo?: string;
}

interface LinkText {
  subject: string;
  /** `detail` is the new email address or the host of the submitted product, or empty. */
  lead: string | ((detail: string) => string);
  /** The link's label. Without a label, the mail contains no link. */
  action?: string;
  otherwise: string;
}

const texts = {
  confirm: {
    subject: "Confirm your email",
    lead: (host) =>
      `Thank you for signing up. Open this link to confirm that this email address is yours${host && ` and to start the draft for ${host}`}.`,
    action: "Confirm email",
    otherwise: "If you did not sign up, ignore this email. Nobody can use the account until the link is opened.",
  },
  existing_account: {
    subject: "You already have an account",
    lead: "Someone, probably you, signed up with this email address, but an account already exists for it. Open this link to sign in.",
    action: "Sign in",
    otherwise: "If this was not you, ignore this email. Nothing has changed.",
  },
  sign_in: {
    subject: "Your sign-in link",
    lead: "Open this link to sign in.",
    action: "Sign in",
    otherwise: "If you did not request this link, ignore this email. Nobody can sign in without the link.",
  },
  reset: {
    subject: "Set a new password",
    lead: "Open this link to set a new password. This will sign out all other browsers.",
    action: "Set a new password",
    otherwise: "If you did not request this link, ignore this email. Your password stays the same.",
  },
  erase: {
    subject: "Delete your account",
    lead: "Open this link to review what will be deleted and to confirm that you want to delete your account.",
    action: "Review and delete account",
    otherwise:
      "If you did not request this link, ignore this email. In your account, sign out any browsers that you do not recognise.",
  },
  change: {
    subject: "Confirm your new email",
    lead: "Open this link to use this email address for your account.",
    action: "Use this email",
    otherwise: "If you did not request this change, ignore this email. Nothing will change.",
  },
  email_in_use: {
    subject: "This email address already has an account",
    lead: "Someone, probably you, tried to use this email address for another account. The address already has an account, so nothing has changed.",
    otherwise:
      "To use this address for the other account, first change the email address of the account that uses it now.",
  },
  approve: {
    subject: "Approve the change to your email address",
    lead: (newEmail) =>
      `Someone, probably you, wants to change your account's email address to ${newEmail}. Your account has no password, so you must approve the change from your current email address.`,
    action: "Approve change",
    otherwise:
      "If this was not you, do not use the link, and nothing will change. To be safe, sign out all other browsers in your account.",
  },
  change_requested: {
    subject: "Your email address is about to change",
    lead: (newEmail) =>
      `Someone, probably you, asked to change your account's email address to ${newEmail}. The address will change when someone opens the link that we sent to the new address. If this was you, you do not need to do anything. If not, stop the change.`,
    action: "Stop the change",
    otherwise:
      "If you stop the change, your account keeps this email address. We will sign out all browsers and remove the password. API keys, apps and webhooks added since the request will lose access.",
  },
  changed: {
    subject: "Your email address has changed",
    lead: (newEmail) =>
      `Your account now uses ${newEmail}. If this was you, you do not need to do anything. If not, change it back.`,
    action: "Change it back",
    otherwise:
      "If you change it back, your account will use this email address again. We will sign out all browsers and remove the password. API keys, apps and webhooks added since the change was requested will lose access.",
  },
} satisfies Record<string, LinkText>;

export type LinkMail = keyof typeof texts;

interface MailBody {
  subject: string;
  textBody: string;
  htmlBody: string;
}

export function linkMail(
  kind: LinkMail,
  site: MailingSite,
  link: { name: string; url: string; minutes: number; newEmail?: string; host?: string | null },
): MailBody {
  const { subject, lead, action, otherwise }: LinkText = texts[kind];
  const hours = link.minutes / 60;
  const lifetime = hours >= 48 ? `${hours / 24} days` : hours >= 2 ? `${hours} hours` : `${link.minutes} minutes`;
  return composeMail(site, {
    subject,
    greeting: link.name,
    paragraphs: [typeof lead === "string" ? lead : lead(link.newEmail ?? link.host ?? "")],
    action: action ? { label: action, url: link.url } : undefined,
    closing: [...(action ? [`The link works once and expires in ${lifetime}.`] : []), otherwise],
    reason: `You receive this email because someone entered your email address on ${site.name}.`,
  });
}

/** Returns the text and the HTML of a mail. Both have the same parts, and only our own parts of the HTML are links. */
export function composeMail(site: MailingSite, content: MailContent): MailBody {
  const { greeting, paragraphs, items = [], code, action, closing = [], unsubscribeUrl } = content;
  const { reason = `You receive this email because you have an account on ${site.name}.` } = content;
  const subject = oneLine(content.subject);
  const opening = [greeting ? `Hello ${oneLine(greeting)},` : "Hello,", ...paragraphs];
  const footer = [reason, `${site.name}, ${site.base}`];
  const lines = [
    ...opening,
    ...items.flatMap(({ title, url, paragraphs, code }) => [`${title}\n${url}`, ...paragraphs, code ?? []].flat()),
    ...(code ? [code] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...closing,
    ...(unsubscribeUrl ? [`${unsubscribeLabel}: ${unsubscribeUrl}`] : []),
    ...footer,
  ];
  const colours = mailColours(site.accent, site.background);
  const { accent, background, ink } = colours.light;
  const link = linkIn(accent);
  const parts = [
    header(site, accent),
    ...opening.map(paragraph),
    ...items.map(
      ({ title, url, paragraphs, code }) =>
        itemHeading(link(title, url)) + paragraphs.map(paragraph).join("") + (code ? codeBlock(code) : ""),
    ),
    code ? codeBlock(code) : "",
    action ? button(action, colours.light) : "",
    ...closing.map(paragraph),
    '<div style="margin:24px 0 0;font-size:14px">',
    unsubscribeUrl ? `<p style="${gap}">${link(unsubscribeLabel, unsubscribeUrl)}</p>` : "",
    ...footer.map(paragraph),
    "</div>",
  ];
  const paper = `background:${background};color:${ink}`;
  return {
    subject: `${subject} (${oneLine(site.name)})`,
    textBody: `${lines.join("\n\n")}\n`,
    htmlBody: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${safe(subject)}</title><style>${darkSheet(colours.dark)}</style></head><body class="mail" style="margin:0;padding:0;${paper}"><div class="mail" style="padding:24px;max-width:600px;overflow-wrap:anywhere;font:16px/1.5 system-ui,sans-serif;${paper}">${parts.join("")}</div></body></html>`,
  };
}

const unsubscribeLabel = "Unsubscribe";
const gap = "margin:0 0 16px";

/** A line break in a subject would start another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

type Colours = ReturnType<typeof mailColours>["light"];

// Each element with a background also has its text's colour, because mail programs may change only both or neither.
const darkSheet = ({ background, ink, accent, on }: Colours) =>
  `@media (prefers-color-scheme:dark){.mail{background:${background}!important;color:${ink}!important}.mail a{color:${accent}!important}.mail .top{border-color:${accent}!important}.mail a.button{background:${accent}!important;color:${on}!important}}`;

const safe = (text: string) => Bun.escapeHTML(text);
const paragraph = (text: string) => `<p style="${gap}">${safe(text).replaceAll("\n", "<br>")}</p>`;
const linkIn = (colour: string) => (label: string, url: string) =>
  `<a href="${safe(url)}" style="color:${colour}">${safe(label)}</a>`;
const header = ({ name, logo }: MailingSite, accent: string) =>
  `<p class="top" style="margin:0 0 24px;padding:0 0 12px;border-bottom:3px solid ${accent};font-size:18px;font-weight:600">${logo ? `<img src="${safe(logo)}" alt="" width="28" height="28" style="vertical-align:middle"> ` : ""}${safe(name)}</p>`;
const itemHeading = (link: string) => `<h2 style="margin:24px 0 8px;font-size:18px">${link}</h2>`;
const codeBlock = (code: string) =>
  `<pre style="${gap};padding:12px;border:1px solid;white-space:pre-wrap">${safe(code)}</pre>`;
const button = ({ label, url }: { label: string; url: string }, { accent, on }: Colours) =>
  `<p style="${gap}"><a class="button" href="${safe(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${accent};color:${on};text-decoration:none;font-weight:600">${safe(label)}</a></p>`;
