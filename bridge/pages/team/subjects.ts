import listSubjects from "#tools/search/subjects/list-subjects.ts";
import saveSubject from "#tools/search/subjects/save-subject.ts";
import { alternativesPath } from "../directory/search/subject-path.ts";
import { html } from "../frame/html.ts";
import { listPage } from "./list-page.ts";

const namesOf = (text: string) => text.split("\n").filter((name) => name.trim() !== "");
const fields = {
  name: { label: "Name" },
  url: { label: "URL", hint: "With a URL, only a listing of this domain takes over the page.", type: "url" },
  also_known_as: {
    label: "Other names",
    hint: "One name a line. A product with one of these names is merged into this one for good.",
    rows: 3,
    read: namesOf,
  },
} as const;

export const teamSubjectsPage = listPage({
  path: "/team/subjects",
  name: "team_subjects",
  scopes: ["team:content"],
  menu: { in: "team", label: "Alternatives", place: 2.3 },
  title: "Alternatives",
  lead: () =>
    "Products that listings name as what they replace. Each has a public page with its alternatives while a live listing names it.",
  records: "products",
  operation: listSubjects,
  filters: { q: { label: "Name" } },
  acts: {
    create: { operation: saveSubject, label: "Add product", button: "Save", fields, done: "Product saved." },
    update: {
      operation: saveSubject,
      label: "Edit",
      button: "Save",
      record: "slug",
      fields,
      done: "Product saved.",
    },
  },
  above: ({ form }) => form("create"),
  row(subject, { form }) {
    const { slug, name, also_known_as: others, listings } = subject;
    return html`<li><div><strong>${listings > 0 ? html`<a href="${alternativesPath(slug)}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</strong> <code>${slug}</code> <span class="tag">${listings.toLocaleString("en")} ${listings === 1 ? "listing" : "listings"}</span>
${others.length > 0 && html`<p class="hint">Also known as <bdi>${others.join(", ")}</bdi></p>`}
${form("update", { record: slug, of: name, values: subject })}</div></li>
`;
  },
});
