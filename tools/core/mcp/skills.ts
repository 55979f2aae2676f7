import type { McpPrompt } from "./extras.ts";

/** SEP-2640, stable. */
export const skillsExtension = { "io.modelcontextprotocol/skills": {} };

/** A prompt as a skill in a single file, for agents that discover skills themselves. */
export interface McpSkill {
  entry: {
    uri: string;
    frontmatter: { name: string; description: string };
    resources: { uri: string; digest: string; size: number }[];
  };
  text: string;
}

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

/** Returns a `SKILL.md` (agentskills.io/specification). A JSON string is also valid YAML. */
function skillText({ name, title, description, arguments: fields, text }: McpPrompt): string {
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  // The lines with all arguments. The version with only the required arguments has the same number of lines.
  const whole = text(inBraces(fields));
  return [
    "---",
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    "---",
    "",
    `# ${title}`,
    "",
    required.length > 0 && "First, ask the user for the values in braces:",
    ...required.map((field) => `- {${field.name}}: ${field.description}`),
    optional.length > 0 && "Use these values if the user provides them:",
    ...optional.map((field) => `- ${field.name}: ${field.description}`),
    fields.length > 0 && "",
    `${fields.length > 0 ? "Then follow" : "Follow"} these instructions as if the user had written them:`,
    "",
    ...text(inBraces(required)).flatMap((line, i) =>
      line === whole[i] ? [line] : [line, `   If the user gives ${named(optional)}: ${whole[i]}`],
    ),
    "",
  ]
    .filter((line) => line !== false)
    .join("\n");
}

const inBraces = (fields: McpPrompt["arguments"]) => Object.fromEntries(fields.map(({ name }) => [name, `{${name}}`]));

const named = (fields: McpPrompt["arguments"]) => fields.map(({ name }) => name).join(" or ");
