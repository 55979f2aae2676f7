/** How a project page of a code forge is read without signing in: by these addresses, never by its HTML. */
export interface Forge {
  /** A file in the default branch. */
  file(project: string, path: string): string;
  /** Where the website link of the project, then of its owner's profile, stands in JSON; none where it cannot be read. */
  links(project: string): { url: string; field: string }[];
}

const ownerOf = (project: string) => project.split("/")[0]!;
const forgejo = (base: string): Forge => ({
  file: (project, path) => `${base}/api/v1/repos/${project}/raw/${path}`,
  links: (project) => [
    { url: `${base}/api/v1/repos/${project}`, field: "website" },
    { url: `${base}/api/v1/users/${ownerOf(project)}`, field: "website" },
  ],
});

const forges = new Map<string, Forge>([
  [
    "github.com",
    {
      file: (project, path) => `https://raw.githubusercontent.com/${project}/HEAD/${path}`,
      links: (project) => [
        { url: `https://api.github.com/repos/${project}`, field: "homepage" },
        { url: `https://api.github.com/users/${ownerOf(project)}`, field: "blog" },
      ],
    },
  ],
  ["gitlab.com", { file: (project, path) => `https://gitlab.com/${project}/-/raw/HEAD/${path}`, links: () => [] }],
  ["bitbucket.org", { file: (project, path) => `https://bitbucket.org/${project}/raw/HEAD/${path}`, links: () => [] }],
  ["codeberg.org", forgejo("https://codeberg.org")],
]);

const segment = /^[\w.~-]+$/;

/** The project that an address on a forge is of, such as `acme/tool`, or null where it is none. */
export function forgeProject(host: string, { pathname, hostname }: URL): { forge: Forge; project: string } | null {
  const forge = forges.get(host);
  if (!forge || hostname.replace(/^www\./, "") !== host) return null;
  const segments = pathname.split("/").filter(Boolean);
  // GitLab has groups below groups, and `/-/` ahead of what is no part of the name.
  const named = host === "gitlab.com" ? segments.slice(0, indexOrEnd(segments, "-")) : segments.slice(0, 2);
  if (named.length < 2 || !named.every((name) => segment.test(name) && !/^\.+$/.test(name))) return null;
  return { forge, project: named.join("/").replace(/\.git$/, "") };
}

const indexOrEnd = (segments: string[], mark: string) => {
  const index = segments.indexOf(mark);
  return index < 0 ? segments.length : index;
};
