import createCategory from "#tools/categories/create-category.ts";
import deleteCategory from "#tools/categories/delete-category.ts";
import findCategories from "#tools/categories/find-categories.ts";
import updateCategory from "#tools/categories/update-category.ts";
import { answerPage, answerRedirect, confirmedForm, pageForm } from "../frame/answers.ts";
import { definePage, type ItemOf } from "../frame/define-page.ts";
import { type FieldErrors, foldedPart, hiddenField, selectField, textArea, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { attempt, onceKey, onceToken } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { pageLinks, pageOf, slice } from "./page-links.ts";

type Category = ItemOf<typeof findCategories>;

const path = "/team/categories";
const notices: Record<string, string> = {
  create: "Category created.",
  update: "Category saved.",
  delete: "Category deleted.",
};

export const teamCategoriesPage = definePage({
  path,
  name: "team_categories",
  audience: "team",
  scopes: ["team:content"],
  menu: { in: "team", label: "Categories", place: 2.2 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const act = form.text("do");
    const slug = form.text("slug");
    const texts = {
      name: form.text("name"),
      description: form.text("description"),
      parent: form.text("parent") || (act === "create" ? undefined : null),
    };
    const call =
      act === "create"
        ? visit.call(createCategory, { ...texts, slug: slug || undefined }, onceKey(form))
        : act === "delete"
          ? visit.call(deleteCategory, { slug, unfile: true })
          : visit.call(updateCategory, { slug, ...texts });
    const of = act === "create" ? "" : `-${slug}`;
    const { output, errors, refusal } = await attempt(call, {
      name: { in: `name${of}`, label: "Name" },
      slug: { in: `slug${of}`, label: "Slug" },
      description: { in: `description${of}`, label: "Description" },
      parent: { in: `parent${of}`, label: "Parent" },
    });
    if (!output) return render(visit, { form, errors, refusal });
    return answerRedirect(
      visit,
      `${path}?done=${act === "create" || act === "delete" ? act : "update"}&page=${pageOf(visit)}`,
    );
  },
});

interface Sent {
  form?: Form;
  errors?: FieldErrors;
  refusal?: { status: number; detail: string };
}

async function render(visit: SignedInVisit, { form, errors = {}, refusal }: Sent = {}): Promise<Response> {
  const { items } = await visit.call(findCategories, {});
  const page = pageOf(visit);
  const { shown, hasMore } = slice(items, page);
  const top = items.filter(({ parent }) => parent === null);
  const sentSlug = form && form.text("do") !== "create" ? form.text("slug") : null;
  const row = (category: Category): Html => {
    const { slug, name, live_listings, parent, description } = category;
    const sent = sentSlug === slug ? form : undefined;
    const isParent = items.some((one) => one.parent === slug);
    const parents = isParent ? [] : top.filter((one) => one.slug !== slug);
    return html`<li><div><strong><bdi>${parent !== null && `${parent} / `}${name}</bdi></strong> <span class="tag">${live_listings.toLocaleString("en")} live</span>
<p class="hint"><a href="/categories/${slug}">/categories/${slug}</a></p>
${foldedPart(
  html`Edit <span class="hidden">${name}</span>`,
  sent !== undefined,
  html`${pageForm(
    visit,
    `${path}?page=${page}`,
    html`${hiddenField("slug", slug)}
${categoryFields({ of: `-${slug}`, typed: sent ? typedIn(sent) : { name, description, parent: parent ?? "" }, parents, errors })}
<div class="actions"><button class="primary" name="do" value="update" aria-label="Save ${name}">Save</button></div>`,
  )}
${
  isParent
    ? html`<p class="hint">To delete this category, move or delete its subcategories first.</p>`
    : confirmedForm(
        visit,
        `${path}?page=${page}`,
        { label: "Delete", of: name },
        html`${hiddenField("slug", slug)}<p>Its listings stay, but are no longer in this category.</p>
<button class="danger" name="do" value="delete" aria-label="Delete ${name} permanently">Delete permanently</button>`,
      )
}`,
)}</div></li>
`;
  };
  const created = form && sentSlug === null ? form : undefined;
  return answerPage(visit, {
    title: "Categories",
    layout: "team",
    notice: noticeOf(visit, notices),
    refusal,
    errors,
    body: html`<h1>Categories</h1>
${foldedPart(
  "Create a category",
  created !== undefined,
  pageForm(
    visit,
    path,
    html`${onceToken()}
${categoryFields({ of: "", typed: created ? typedIn(created) : { name: "", description: "", parent: "" }, parents: top, errors })}
${textField({ name: "slug", label: "Slug", hint: "Optional. The last part of the page's URL. By default, it comes from the name.", value: created?.text("slug") ?? "", maxlength: 120, error: errors.slug })}
<div class="actions"><button class="primary" name="do" value="create">Create category</button></div>`,
  ),
)}
${shown.length === 0 ? html`<p class="empty">There are no categories here.</p>` : html`<section class="card" aria-label="Categories"><ul class="rows" role="list">${shown.map(row)}</ul></section>`}
${pageLinks(visit, page, hasMore)}`,
  });
}

const typedIn = (form: Form) => ({
  name: form.text("name"),
  description: form.text("description"),
  parent: form.text("parent"),
});

interface Fields {
  of: string;
  typed: ReturnType<typeof typedIn>;
  parents: readonly Category[];
  errors: FieldErrors;
}

const categoryFields = ({ of, typed, parents, errors }: Fields): Html =>
  html`${textField({ id: `name${of}`, name: "name", label: "Name", value: typed.name, maxlength: 200, error: errors[`name${of}`] })}
${textArea({ id: `description${of}`, name: "description", label: "Description", rows: 3, value: typed.description, maxlength: 5000, error: errors[`description${of}`] })}
${
  parents.length > 0 &&
  selectField({
    id: `parent${of}`,
    name: "parent",
    label: "Parent category",
    value: typed.parent,
    options: [{ value: "", label: "None" }, ...parents.map(({ slug, name }) => ({ value: slug, label: name }))],
    error: errors[`parent${of}`],
  })
}`;
