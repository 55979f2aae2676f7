import * as z from "zod";
import { isEmailAddress } from "#auth/email-address.ts";
import { passwordFault, passwordLength } from "#auth/passwords.ts";
import { normalizeEmail } from "#db/queries/accounts/accounts.ts";
import { personName } from "#tools/account/shared/rules.ts";
import { inputErrors } from "#tools/core/errors/input-errors.ts";
import { showsText } from "#tools/site/texts.ts";
import { type FieldErrors, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import type { Visit } from "../frame/visit.ts";

/** Reads the email from a form. Reports an invalid email in `errors`. */
export function readEmail(form: Form, errors: FieldErrors): string {
  const email = normalizeEmail(form.text("email"));
  if (email === "") errors.email = "Enter your email address.";
  else if (!isEmailAddress(email)) errors.email = "Enter a valid email address, such as name@example.org.";
  return email;
}

const person = z.strictObject({ name: personName });

/** Reads a person's name from a form. Reports an invalid name in `errors`. */
export function readName(form: Form, errors: FieldErrors): string {
  const { data, error } = person.safeParse({ name: form.text("name") }, { reportInput: true });
  const [fault] = error ? inputErrors(person, error.issues) : [];
  if (fault) errors.name = `Your name ${fault.message}.`;
  return data?.name ?? "";
}

/** Reads a new password from a form. Reports an invalid password in `errors`. */
export function readNewPassword(form: Form, account: { email: string; name: string }, errors: FieldErrors): string {
  const password = form.raw("new_password");
  const fault = password === "" ? "Choose a password." : passwordFault(password, account);
  if (fault) errors.new_password = fault;
  return password;
}

/** The sentence beside the button that creates an account, about those legal pages that the site has. */
export function consentLine({ site, runtime: { isProduction } }: Visit): HtmlValue {
  const [terms, privacy] = (["terms", "privacy"] as const).map((name) => showsText(name, site.settings, isProduction));
  if (!terms && !privacy) return null;
  return html`<p class="hint">By creating an account, you ${terms && html`accept the <a href="/terms">Terms</a>`}${terms && privacy && " and "}${privacy && html`confirm that you have read the <a href="/privacy">Privacy policy</a>`}.</p>`;
}

/** Separates the forms of a page from its other ways to sign in. */
export const orLine = html`<p class="or"><span>or</span></p>`;

export const emailField = (value: string, error?: string, hint?: string) =>
  textField({ name: "email", label: "Email", type: "email", value, error, hint, autocomplete: "username" });

export const newPasswordField = (error?: string) =>
  textField({
    name: "new_password",
    label: "New password",
    type: "password",
    hint: `At least ${passwordLength.min} characters, such as a few random words.`,
    error,
    autocomplete: "new-password",
  });
