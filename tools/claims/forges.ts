/** Where a forge's API tells the website links that only a project's own people can set. */
interface ForgeLinks {
  project(project: string): string;
  /** Field of the project's answer; that answer names its owner as `owner.login`. */
  projectField: string;
  profile(owner: string): string;
  profileField: string;
}

/** How a project page of a code forge is read without signing in: by these addresses, never by its HTML. */
export interface Forge {
  /** A file in the default branch. */
  file(project: string, path: string): string;
  /** Null where a project has no website link that can be read. */
  links: ForgeLinks | null;
}

// Forgejo's API; without `ref` it reads the default branch.
const forgejo = (base: string): Forge => ({
  file: (project, path) => `${base}/api/v1/repos/${project}/raw/${path}`,
  links: {
    project: (project) => `${base}/api/v1/repos/${project}`,
    projectField: "website",
    profile: (owner) => `${base}/api/v1/users/${encodeURIComponent(owner)}`,
    profileField: "website",
  },
});

const forges = new Map<string, Forge>([
  [
    "github.com",
    {
      // Not of the REST API, of which an address has 60 requests an hour.
      file: (project, path) => `https://raw.githubusercontent.com/${project}/HEAD/${path}`,
      links: {
        project: (project) => `https://api.github.com/repos/${project}`,
        projectField: "homepage",
        profile: (owner) => `https://api.github.com/users/${encodeURIComponent(owner)}`,
        profileField: "blog",
      },
    },
  ],
  [
    "gitlab.com",
    {
      // HEAD is the default branch. Its projects have no website link, and its profiles are not for strangers.
      file: (project, path) =>
        `https://gitlab.com/api/v4/projects/${encodeURIComponent(project)}/repository/files/${encodeURIComponent(path)}/raw?ref=HEAD`,
      links: null,
    },
  ],
  ["bitbucket.org", { file: (project, path) => `https://bitbucket.org/${project}/raw/HEAD/${path}`, links: null }],
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
  const names = [...named.slice(0, -1), named.at(-1)?.replace(/\.git$/, "") ?? ""];
  if (names.length < 2 || !names.every((name) => segment.test(name) && !/^\.+$/.test(name))) return null;
  return { forge, project: names.join("/") };
}

const indexOrEnd = (segments: string[], mark: string) => {
  const index = segments.indexOf(mark);
  return index < 0 ? segments.length : index;
};
