import { verifyPassword } from "#auth/passwords.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import type { FieldErrors } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import type { SignedInVisit } from "../frame/visit.ts";

/** Checks the current password, so that someone who finds a signed-in browser cannot take over the account. */
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
  // A signed-in browser counts as known, so other people's attempts do not slow it down.
  await runtime.slowDown?.take("sign_in", network, account.email, true);
  if (!(await verifyPassword(password, account.passwordHash))) errors[field] = "The current password is incorrect.";
  else await runtime.slowDown?.forgive(network, account.email, true);
}
