import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import { appExtension, appResources, type McpApp } from "../operations/app-names.ts";
import type { AnyTool } from "../operations/define.ts";
import type { ToolSet } from "../operations/tool-set.ts";
import { closestMatch } from "../text/closest-match.ts";
import { asProtocolError } from "./errors.ts";
import { filterByToolSet } from "./filter-by-tool-set.ts";
import { type McpResource, resourceAt, resourcesOf } from "./resources.ts";
import type { CallByName } from "./server.ts";
import { skillsExtension, skillsOf } from "./skills.ts";

export interface McpPrompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; isRequired?: boolean; completes?: string }[];
  /** The prompt is left out if one of these tools is left out. */
  tools: readonly string[];
  /** The lines of the message. Their number does not depend on the arguments. */
  text(given: Record<string, string | undefined>): string[];
}

/** `kind` is the tool of a resource or the `completes` value of a prompt's argument. */
export type Complete = (kind: string, typed: string, set: ToolSet, call: CallByName) => Promise<string[]>;

export interface McpExtras {
  prompts: readonly McpPrompt[];
  complete: Complete;
  apps: readonly McpApp[];
  icon: string;
}

interface RequestAccess {
  call: CallByName;
  /** Returns the tool's text. Throws the tool's problem if the call fails. */
  read(tool: AnyTool, input: Record<string, unknown>): Promise<string>;
  base: string;
}

const markdown = "text/markdown";
/** Unlike other resources, apps and skills are the same for everyone. */
const sameForAll = { ttlMs: 3_600_000, cacheScope: "public" } as const;
const maxCompleted = 100;
const maxArgumentLength = 500;

// Every list is a single page, so a cursor is always a mistake.
export const listParams = z.looseObject({
  cursor: z.undefined("must be omitted, because there is only one page").optional(),
});

export const extraCapabilities = {
  resources: {},
  prompts: {},
  completions: {},
  extensions: { ...appExtension, ...skillsExtension },
};

const skillParams = z.looseObject({ uri: z.string() });

export function createMcpExtras(set: ToolSet, { prompts: all, complete, apps: allApps, icon }: McpExtras) {
  const resources = resourcesOf(set, filterByToolSet(set));
  const apps = appResources(set, allApps);
  const prompts = all.filter(({ tools }) => tools.every((name) => set.byName.has(name)));

  const skills = skillsOf(prompts);

  function findSkill(uri: string) {
    const known = skills.map(({ entry }) => entry.uri);
    return skills.find(({ entry }) => entry.uri === uri) ?? unknownName(`skill "${uri.slice(0, 200)}"`, uri, known);
  }

  function findPrompt(name: string): McpPrompt {
    const names = prompts.map((prompt) => prompt.name);
    return prompts.find((prompt) => prompt.name === name) ?? unknownName(`prompt "${name.slice(0, 80)}"`, name, names);
  }

  function findResource(uri: string) {
    const known = [...resources, ...apps, ...skills.map(({ entry }) => entry)].map((resource) => resource.uri);
    return resourceAt(resources, uri) ?? unknownName(`resource "${uri.slice(0, 200)}"`, uri, known, { uri });
  }

  function kindOf(ref: { type: string; name?: string; uri?: string }, argument: string): string | null {
    if (ref.type === "ref/prompt") return findField(findPrompt(ref.name ?? "").arguments, argument).completes ?? null;
    const known = resources.filter(({ isTemplate }) => isTemplate).map(({ uri }) => uri);
    const resource =
      resources.find(({ uri }) => uri === ref.uri) ?? unknownName(`template "${ref.uri}"`, `${ref.uri}`, known);
    const fields = [...resource.uri.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name: name! }));
    findField(fields, argument);
    return resource.tool.name;
  }

  return (server: Server, { call, read, base }: RequestAccess): void => {
    const icons = [{ src: base + icon, mimeType: "image/svg+xml", sizes: ["any"] }];
    const described = ({ name, title, description }: McpResource) => ({
      name,
      title,
      description,
      icons,
      mimeType: markdown,
    });

    server.setRequestHandler("resources/list", { params: listParams }, () => ({
      resources: [
        ...resources.filter(({ isTemplate }) => !isTemplate).map((one) => ({ uri: one.uri, ...described(one) })),
        ...apps.map(({ listed }) => ({ ...listed, icons })),
        ...skills.map(({ entry: { uri, frontmatter } }) => ({ uri, ...frontmatter, icons, mimeType: markdown })),
      ],
    }));
    server.setRequestHandler("resources/templates/list", { params: listParams }, () => ({
      resourceTemplates: resources
        .filter(({ isTemplate }) => isTemplate)
        .map((one) => ({ uriTemplate: one.uri, ...described(one) })),
    }));
    server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
      const app = apps.find((one) => one.uri === uri);
      if (app) return { contents: [app.contents(base)], ...sameForAll };
      const skill = skills.find(({ entry }) => entry.uri === uri);
      if (skill) return { contents: [{ uri, mimeType: markdown, text: skill.text }], ...sameForAll };
      const { resource, input } = findResource(uri);
      const text = await read(resource.tool, input).catch(rethrow);
      return { contents: [{ uri, mimeType: markdown, text }] };
    });
    server.setRequestHandler("skills/list", { params: listParams }, () => ({
      skills: skills.map(({ entry }) => entry),
      ...sameForAll,
    }));
    server.setRequestHandler("skills/get", { params: skillParams }, ({ uri }) => ({
      skill: findSkill(uri).entry,
      ...sameForAll,
    }));
    server.setRequestHandler("prompts/list", { params: listParams }, () => ({
      prompts: prompts.map(({ name, title, description, arguments: fields }) => ({
        name,
        title,
        description,
        icons,
        arguments: fields.map((field) => ({
          name: field.name,
          description: field.description,
          required: field.isRequired === true,
        })),
      })),
    }));
    server.setRequestHandler("prompts/get", ({ params: { name, arguments: given = {} } }) => {
      const prompt = findPrompt(name);
      const text = prompt.text(argumentsOf(prompt, given)).join("\n");
      return {
        description: prompt.description,
        messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
      };
    });
    server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }) => {
      const kind = kindOf(ref, argument.name);
      const typed = oneLine(argument.name, argument.value);
      const values = kind === null ? [] : await complete(kind, typed, set, call).catch(rethrow);
      const hasMore = values.length > maxCompleted;
      return { completion: { values: values.slice(0, maxCompleted), total: values.length, hasMore } };
    });
  };
}

export function resourceRead(set: ToolSet, uri: unknown): { tool: AnyTool; input: Record<string, unknown> } | null {
  const found = typeof uri === "string" ? resourceAt(resourcesOf(set, null), uri) : null;
  return found && { tool: found.resource.tool, input: found.input };
}

function argumentsOf(
  { arguments: fields }: McpPrompt,
  given: Record<string, string>,
): Record<string, string | undefined> {
  for (const name of Object.keys(given)) findField(fields, name);
  return Object.fromEntries(
    fields.map(({ name, description, isRequired }) => {
      const text = oneLine(name, lookup(given, name) ?? "");
      if (isRequired && text === "") throw invalid(`The argument ${name} is missing: ${description}.`);
      return [name, text === "" ? undefined : text];
    }),
  );
}

function oneLine(name: string, text: string): string {
  if (text.length > maxArgumentLength)
    throw invalid(`The argument ${name} is longer than ${maxArgumentLength} characters.`);
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

const findField = <Field extends { name: string }>(fields: readonly Field[], name: string): Field =>
  fields.find((field) => field.name === name) ??
  unknownName(
    `argument "${name.slice(0, 80)}"`,
    name,
    fields.map((field) => field.name),
  );

function unknownName(what: string, asked: string, known: readonly string[], data?: object): never {
  const match = closestMatch(asked.slice(0, 200), known);
  const valid = known.length > 0 ? ` Valid values: ${known.join(", ")}.` : "";
  throw invalid(`There is no ${what}.${match === null ? valid : ` Did you mean ${match}?`}`, data);
}

const invalid = (message: string, data?: object) => new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);

const rethrow = (error: unknown): never => {
  throw asProtocolError(error);
};
