import * as z from "zod";
import { saveAccountInvite } from "#db/queries/accounts/account-invites.ts";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { dayMs } from "#db/values/week.ts";
import { requireAdmitted } from "../abuse/shared/admit.ts";
import { Problem } from "../core/errors/errors.ts";
import { time } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { enteredReason } from "../core/text/mail-reasons.ts";
import { registrationOf } from "../site/shared/access.ts";

const inviteDays = 30;

/** Lets an email address register while registration is by invitation. A second invitation replaces the first. */
export default defineTeamTool({
  name: "invite_account",
  command: {
    name: "user invite <email>",
    description:
      "Email a person an invitation to create an account, which they need while registration is by invitation",
    site: "option",
    done: ({ email, expires_at }) => `Invited ${email} until ${expires_at.slice(0, 10)}.`,
  },
  description:
    "Invites a person by email to create an account. They need the invitation while registration is by invitation.",
  rest: { method: "POST", path: "/team/invitations" },
  scopes: ["team:admin"],
  effect: "write",
  input: z.strictObject({
    email: z.string().trim().toLowerCase().max(254).pipe(z.email()).describe("email address of the person"),
  }),
  output: z.strictObject({ email: z.string(), expires_at: time }),
  async run(context, { email }) {
    const { site, urls, now } = context;
    const expiresAt = new Date(now.getTime() + inviteDays * dayMs);
    return async (tx, record) => {
      if (await accountByEmail(tx, email)) throw new Problem("conflict", `An account for ${email} already exists.`);
      if ((await registrationOf(tx)).mode === "closed")
        throw new Problem(
          "state_conflict",
          "Registration is closed. Set it to by_invitation before you invite people.",
        );
      await requireAdmitted(tx, context, { email });
      await saveAccountInvite(tx, email, now, expiresAt);
      await context.mail(tx, email, {
        subject: `Invitation to ${site.name}`,
        greeting: "",
        paragraphs: [`The team of ${site.name} has invited you to create an account with this email address.`],
        action: { label: "Create account", url: `${urls.base}/sign-up?${new URLSearchParams({ email })}` },
        closing: [
          `The invitation expires in ${inviteDays} days.`,
          "If you did not expect this invitation, ignore this email. Nothing will happen.",
        ],
        reason: enteredReason(site),
      });
      const output = { email, expires_at: expiresAt.toISOString() };
      // The audit log is permanent, so it does not keep the email address of a person who may never have an account.
      record({ subjects: [`site:${site.id}`], after: { expires_at: output.expires_at } });
      return output;
    };
  },
});
