import { isEmailAddress } from "../../../auth/email-address.ts";
import { passwordFault, passwordLength } from "../../../auth/passwords.ts";
import { normalizeEmail } from "../../../db/queries/accounts.ts";
import { type FieldErrors, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";

export const nameLength = 100;

/** The address of a form; a fault goes into `errors`. */
export function readEmail(form: Form, errors: FieldErrors): string {
  const email = normalizeEmail(form.text("email"));
  if (email === "") errors.email = "Enter your email.";
  else if (!isEmailAddress(email)) errors.email = "Enter an email such as name@example.org.";
  return email;
}

/** A line of text without what is invisible or breaks lines; a fault goes into `errors`. */
export function readLine(form: Form, field: "name", most: number, errors: FieldErrors, missing: string): string {
  const line = form
    .text(field)
    .replace(/\s+/g, " ")
    .replace(/[\p{C}]/gu, "");
  if (line === "") errors[field] = missing;
  else if ([...line].length > most) errors[field] = `Use at most ${most} characters.`;
  return line;
}

/** A new password; a fault goes into `errors`. */
export function readNewPassword(form: Form, about: { email: string; name: string }, errors: FieldErrors): string {
  const password = form.raw("new_password");
  const fault = password === "" ? "Choose a password." : passwordFault(password, about);
  if (fault) errors.new_password = fault;
  return password;
}

export const emailField = (value: string, error?: string, hint?: string) =>
  textField({ name: "email", label: "Email", type: "email", value, error, hint, autocomplete: "username" });

export const newPasswordField = (error?: string) =>
  textField({
    name: "new_password",
    label: "New password",
    type: "password",
    hint: `At least ${passwordLength.min} characters. A few unrelated words do well.`,
    error,
    autocomplete: "new-password",
  });
