// A subset of RFC 5321 §4.1.2 without quotes, comments, routes or lists. In a mail header, such an address can never be
// taken for several recipients.
const mailbox =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** Returns whether a string is a single email address of at most 254 characters (RFC 5321 §4.5.3.1.3). */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && mailbox.test(text) && !text.includes("..");
