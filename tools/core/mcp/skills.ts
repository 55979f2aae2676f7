import type { McpPrompt } from "./extras.ts";

/** Declared as `skills/list` and `skills/get` are served (SEP-2640, stable). */
export const skillsExtension = { "io.modelcontextprotocol/skills": {} };

/** What to say of a prompt to an agent that comes upon it by itself: one file, made of the prompt. */
export interface McpSkill {
  /** As `skills/list` has it, with what clients check the file by. */
  entry: {
    uri: string;
    frontmatter: { name: string; description: string };
    resources: { uri: string; digest: string; size: number }[];
  };
  text: string;
}

/** The prompts of a server as skills. */
export const skillsOf = (prompts: readonly McpPrompt[]): McpSkill[] =>
  prompts.map((prompt) => {
    const { name, description } = prompt;
    const uri = `skill://${name}/SKILL.md`;
    const text = skillText(prompt);
    const digest = `sha256:${new Bun.CryptoHasher("sha256").update(text).digest("hex")}`;
    return {
      entry: {
        uri,
        frontmatter: { name, description },
        resources: [{ uri, digest, size: Buffer.byteLength(text) }],
      },
      text,
    };
  });

/** A `SKILL.md` (agentskills.io/specification); a text of JSON is one of YAML as well. */
function skillText({ name, title, description, arguments: fields, text }: McpPrompt): string {
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  // Line for line, as one where nothing is said of what may be left out.
  const whole = text(inBraces(fields));
  return [
    "---",
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    "---",
    "",
    `# ${title}`,
    "",
    required.length > 0 && "Ask the person first for what stands in braces:",
    ...required.map((field) => `- {${field.name}}: ${field.description}`),
    optional.length > 0 && "Take into account, where they say it:",
    ...optional.map((field) => `- ${field.name}: ${field.description}`),
    fields.length > 0 && "",
    "Then do as if the person had said this:",
    "",
    ...text(inBraces(required)).flatMap((line, i) =>
      line === whole[i] ? [line] : [line, `   Where they say ${named(optional)}: ${whole[i]}`],
    ),
    "",
  ]
    .filter((line) => line !== false)
    .join("\n");
}

const inBraces = (fields: McpPrompt["arguments"]) => Object.fromEntries(fields.map(({ name }) => [name, `{${name}}`]));

const named = (fields: McpPrompt["arguments"]) => fields.map(({ name }) => name).join(" or ");
