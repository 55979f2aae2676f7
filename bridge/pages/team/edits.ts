import revertEdit from "#tools/listings/owner/revert-edit.ts";
import listEdits from "#tools/listings/team/list-edits.ts";
import { answerPage, answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { type Edit, editView, type Refused } from "./edit-view.ts";

const notices: Record<string, string> = {
  reverted: "Edit reverted. We have notified any owners.",
};

export const editsPage = definePage({
  path: "/team/edits",
  name: "team_edits",
  audience: "team",
  scopes: ["team:review"],
  menu: { in: "team", label: "Edits", place: 1 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const input = { change_id: Number(form.text("change_id")), reason: form.text("reason") };
    const { errors } = await submit(visit.call(revertEdit, input), { reason: { label: "Reason" } });
    if (!errors) return answerRedirect(visit, "/team/edits?done=reverted");
    return render(visit, { changeId: input.change_id, reason: input.reason, errors });
  },
});

async function render(visit: SignedInVisit, refused?: Refused): Promise<Response> {
  const { url, site } = visit;
  const asked = (name: string) => url.searchParams.get(name)?.trim() || undefined;
  const isAdmin = visit.account.role === "admin";
  const account = Number(asked("account")) || undefined;
  const filter = { slug: asked("slug"), email: isAdmin ? asked("email") : undefined };
  // After a refusal, the list starts with the edit whose form was refused.
  const before = refused ? refused.changeId + 1 : Number(asked("before")) || undefined;
  const { items, older } = await visit.call(listEdits, { ...filter, account_id: account, before });
  const more = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, account, before: older }))
    if (value) more.set(name, String(value));
  return answerPage(visit, {
    title: "Edits",
    layout: "team",
    notice: noticeOf(visit, notices),
    hasErrors: refused !== undefined,
    body: html`<h1>Edits</h1>
<p class="lead">Recent edits by owners on ${site.name}.</p>
<form class="filter" method="get" action="/team/edits">
${textField({ name: "slug", label: "Listing slug", value: filter.slug })}
${isAdmin && textField({ name: "email", label: "Account email", type: "email", value: filter.email })}
<button>Show</button>
</form>
${
  items.length === 0
    ? html`<p class="empty">No edits${filter.slug || filter.email || account ? html` match. <a href="/team/edits">Show all edits</a>` : " yet."}</p>`
    : (items as Edit[]).map((edit) => editView(visit, edit, edit.change_id === refused?.changeId ? refused : undefined))
}
${older !== null && html`<p><a href="/team/edits?${more.toString()}" rel="next">Older edits</a></p>`}`,
  });
}
