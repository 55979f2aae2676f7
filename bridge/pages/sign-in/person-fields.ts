import * as z from "zod";
import { isEmailAddress } from "#auth/email-address.ts";
import { passwordFault, passwordLength } from "#auth/passwords.ts";
import { normalizeEmail } from "#db/queries/accounts/accounts.ts";
import { personName } from "#tools/account/shared/rules.ts";
import { inputErrors } from "#tools/core/errors/input-errors.ts";
import { type FieldErrors, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";

/** The address of a form; a fault goes into `errors`. */
export function readEmail(form: Form, errors: FieldErrors): string {
  const email = normalizeEmail(form.text("email"));
  if (email === "") errors.email = "Enter your email.";
  else if (!isEmailAddress(email)) errors.email = "Enter an email such as name@example.org.";
  return email;
}

const person = z.strictObject({ name: personName });

/** The name of a person; a fault goes into `errors`. */
export function readName(form: Form, errors: FieldErrors): string {
  const { data, error } = person.safeParse({ name: form.text("name") }, { reportInput: true });
  const [fault] = error ? inputErrors(person, error.issues) : [];
  if (fault) errors.name = `Your name ${fault.message}.`;
  return data?.name ?? "";
}

/** A new password; a fault goes into `errors`. */
export function readNewPassword(form: Form, about: { email: string; name: string }, errors: FieldErrors): string {
  const password = form.raw("new_password");
  const fault = password === "" ? "Choose a password." : passwordFault(password, about);
  if (fault) errors.new_password = fault;
  return password;
}

/** What whoever submits a product is told before the address goes on. */
export const submitLead = (returnTo: string | null): Html | null =>
  returnTo?.startsWith("/submit?")
    ? html`<p class="lead">Your product's address is kept: you go on with it once you are signed in.</p>`
    : null;

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
