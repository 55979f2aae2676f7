import createCategory from "#tools/categories/create-category.ts";
import deleteCategory from "#tools/categories/delete-category.ts";
import findCategories from "#tools/categories/find-categories.ts";
import updateCategory from "#tools/categories/update-category.ts";
import { html } from "../frame/html.ts";
import { listPage } from "./list-page.ts";

const texts = { name: { label: "Name" }, description: { label: "Description", rows: 3 } };
const parent = { label: "Parent category" };
const slugHint = "Optional. The last part of the page's URL. By default, it comes from the name.";
const slug = { label: "Slug", hint: slugHint, isOptional: true } as const;

const optionsOf = (parents: readonly { slug: string; name: string }[]) => ({
  "": "None",
  ...Object.fromEntries(parents.map(({ slug, name }) => [slug, name])),
});

export const teamCategoriesPage = listPage({
  path: "/team/categories",
  name: "team_categories",
  scopes: ["team:content"],
  menu: { in: "team", label: "Categories", place: 2.2 },
  title: "Categories",
  records: "categories",
  operation: findCategories,
  acts: {
    create: {
      operation: createCategory,
      label: "Create category",
      fields: { ...texts, parent: { ...parent, isOptional: true }, slug },
      done: "Category created.",
    },
    update: {
      operation: updateCategory,
      label: "Edit",
      button: "Save",
      record: "slug",
      fields: { ...texts, parent },
      done: "Category saved.",
    },
    delete: {
      operation: deleteCategory,
      label: "Delete",
      button: "Delete permanently",
      record: "slug",
      input: { unfile: true },
      isDangerous: true,
      note: "Its listings stay, but are no longer in this category.",
      done: "Category deleted.",
    },
  },
  above({ items, form }) {
    const options = optionsOf(items.filter(({ parent }) => parent === null));
    return form("create", { fields: { ...texts, parent: { ...parent, options }, slug } });
  },
  row(category, { items, form }) {
    const { slug, name, live_listings } = category;
    const isParent = items.some((one) => one.parent === slug);
    const options = optionsOf(items.filter((one) => !isParent && one.parent === null && one.slug !== slug));
    const about = { record: slug, of: name };
    return html`<li><div><strong><a href="/categories/${slug}"><bdi>${category.parent !== null && `${category.parent} / `}${name}</bdi></a></strong> <span class="tag">${live_listings.toLocaleString("en")} live</span>
${form("update", { ...about, values: category, fields: { ...texts, parent: { ...parent, options } } })}
${isParent ? html`<p class="hint">To delete this category, move or delete its subcategories first.</p>` : form("delete", about)}</div></li>
`;
  },
});
