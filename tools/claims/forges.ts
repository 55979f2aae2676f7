/** API URLs and response fields for website links that only a project's maintainers can set. */
interface ForgeLinks {
  /** The URL of the project's data. The response names the project's owner as `owner.login`. */
  project(project: string): string;
  projectField: string;
  profile(owner: string): string;
  profileField: string;
}

/** URLs at which a code forge serves a project without a sign-in. The forge's HTML pages are never read. */
export interface Forge {
  file(project: string, path: string): string;
  /** Null if the forge's API offers no website link. */
  links: ForgeLinks | null;
}

// Without `ref`, Forgejo's API reads the default branch.
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
      // GitHub's REST API allows only 60 requests an hour per IP address, so files come from another host.
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
      // HEAD means the default branch. Projects have no website link, and reading profiles requires a sign-in.
      file: (project, path) =>
        `https://gitlab.com/api/v4/projects/${encodeURIComponent(project)}/repository/files/${encodeURIComponent(path)}/raw?ref=HEAD`,
      links: null,
    },
  ],
  ["bitbucket.org", { file: (project, path) => `https://bitbucket.org/${project}/raw/HEAD/${path}`, links: null }],
  ["codeberg.org", forgejo("https://codeberg.org")],
]);

const segment = /^[\w.~-]+$/;

/** Returns the project that a URL points to, such as `acme/tool`, or null if it points to none. */
export function forgeProject(host: string, { pathname, hostname }: URL): { forge: Forge; project: string } | null {
  const forge = forges.get(host);
  if (!forge || hostname.replace(/^www\./, "") !== host) return null;
  const segments = pathname.split("/").filter(Boolean);
  // GitLab nests groups and puts `/-/` after the project's name.
  const end = host === "gitlab.com" ? segments.indexOf("-") : 2;
  const named = end < 0 ? segments : segments.slice(0, end);
  const names = [...named.slice(0, -1), named.at(-1)?.replace(/\.git$/, "") ?? ""];
  if (names.length < 2 || !names.every((name) => segment.test(name) && !/^\.+$/.test(name))) return null;
  return { forge, project: names.join("/") };
}
