// One mailbox in its plain form: no quotes, comments, routes or lists (a subset of RFC 5321 §4.1.2), so that it can
// stand in a header and an envelope without ever meaning more than one recipient.
const mailbox =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** Whether a text is one mail address, at most 254 characters long (RFC 5321 §4.5.3.1.3). */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && mailbox.test(text) && !text.includes("..");
