import { verifyPassword } from "#auth/passwords.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import type { FieldErrors } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import type { SignedInVisit } from "../frame/mount.ts";

/** Whoever sits down at an open browser should not be able to take the account along. */
export async function checkCurrentPassword(
  { account, runtime, request }: SignedInVisit,
  form: Form,
  field: "address_password" | "current_password" | "password",
  errors: FieldErrors,
): Promise<void> {
  if (account.passwordHash === null) return;
  const password = form.raw(field);
  if (password === "") {
    errors[field] = "Enter your current password.";
    return;
  }
  const network = clientNetwork(request, runtime);
  // A signed-in browser has signed in before: it is counted alone, whatever others try.
  await runtime.slowDown?.take("sign_in", network, account.email, true);
  if (!(await verifyPassword(password, account.passwordHash))) errors[field] = "That is not your current password.";
  else await runtime.slowDown?.forgive(network, account.email, true);
}
