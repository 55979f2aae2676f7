import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Machines for trying the documents: each is a bare Debian with systemd, in its own namespaces. Their mounts, processes
 * and networks end with the process that started them.
 */

const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const authorities = "/etc/ssl/certs/ca-certificates.crt";
const needed = { debootstrap: "debootstrap", slirp4netns: "slirp4netns", ip: "iproute2", nsenter: "util-linux" };

export interface Machine {
  name: string;
  /** Folder with what differs from a bare Debian. It changes only inside of the machine. */
  changes: string;
  /** Folders below `changes`, nearest first. */
  below: string[];
  pid: number;
  /** The root of the running machine, as this one sees it. */
  root: string;
  run(script: string, input?: string): Promise<{ exitCode: number; output: string }>;
  /** Starts a program that keeps running, and returns when it listens on the port or prints the words. */
  serve(script: string, isReady: { port: number } | { prints: string }): Promise<{ stop(): Promise<void> }>;
  stop(): Promise<void>;
}

function spawn(command: string[], stdin: "ignore" | Blob = "ignore") {
  return Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], { stdin, stdout: "pipe", stderr: "pipe" });
}

async function output(command: string[]): Promise<string> {
  const child = spawn(command);
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}\n${out}${err}`);
  return out;
}

/** Creates a bare Debian in a folder, unless it is there already. */
export async function makeBareSystem(folder: string): Promise<void> {
  for (const [program, name] of Object.entries(needed))
    if (!Bun.which(program)) throw new Error(`${program} is missing. Install it with apt-get install -y ${name}`);
  if (process.getuid?.() !== 0) throw new Error("only root can start machines");
  if (existsSync(join(folder, "complete"))) return;
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8"))![1]!;
  const debootstrap = ["debootstrap", "--variant=minbase", "--include=systemd-sysv,dbus", suite, join(folder, "root")];
  mkdirSync(folder, { recursive: true });
  await output(["unshare", "--mount", "--pid", "--fork", "--kill-child", ...debootstrap]);
  writeFileSync(join(folder, "complete"), "");
}

/** Names in the network of the machines. */
const hosts = {
  "127.0.0.1": "localhost outside writer reader",
  "10.0.0.1": "directory.example.org dev.example.org",
  "10.0.0.9": "acme-v02.api.letsencrypt.org s3.example.org",
};

/** Mounts the root of a machine and starts systemd there. */
const boot = (lower: string, folder: string) => `set -e
root=${folder}/mounted
mount --make-rprivate /
mount -t overlay overlay -o lowerdir=${lower},upperdir=${folder}/changes,workdir=${folder}/work,volatile $root
mount -t proc proc $root/proc
mount --bind $root/proc/sys $root/proc/sys
mount -o remount,bind,ro $root/proc/sys
mount -t sysfs sysfs $root/sys -o ro
mount -t tmpfs tmpfs $root/sys/fs/cgroup
mount -t cgroup2 cgroup2 $root/sys/fs/cgroup
mount -t tmpfs tmpfs $root/run -o mode=755
mount -t tmpfs tmpfs $root/dev -o mode=755
for name in null zero full random urandom tty; do touch $root/dev/$name; mount --bind /dev/$name $root/dev/$name; done
mkdir $root/dev/pts $root/dev/shm $root/run/before
mount -t devpts devpts $root/dev/pts -o newinstance,ptmxmode=666,mode=620,gid=5
mount -t tmpfs tmpfs $root/dev/shm
ln -s pts/ptmx $root/dev/ptmx
ln -s /proc/self/fd $root/dev/fd
cd $root
pivot_root . run/before
umount --lazy run/before
exec env -i container=slipway PATH=${path} /lib/systemd/systemd`;

const systems = new Map<number, { kill(signal: "SIGKILL"): void }>();

/** Ends all machines. Returns when their processes are gone, so that their folders can be deleted. */
export function endMachines(): void {
  for (const system of systems.values()) system.kill("SIGKILL");
  for (let i = 0; i < 100 && [...systems.keys()].some((pid) => existsSync(`/proc/${pid}/root/etc`)); i++)
    Bun.sleepSync(100);
}

/** Starts a machine. With `network`, it joins the network of that machine. */
export async function startMachine(
  { name, address, folder, below }: { name: string; address: string; folder: string; below: string[] },
  network?: Machine,
): Promise<Machine> {
  const changes = join(folder, "changes");
  for (const part of ["mounted", "work", "changes/etc", "changes/root"])
    mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(changes, "etc/hostname"), `${name}\n`);
  writeFileSync(join(changes, "etc/resolv.conf"), "nameserver 10.0.2.3\n");
  writeFileSync(
    join(changes, "etc/hosts"),
    `${Object.entries(hosts)
      .map((entry) => entry.join(" "))
      .join("\n")}\n`,
  );
  // A page of an error must not count as success.
  writeFileSync(join(changes, "root/.curlrc"), "fail\nsilent\nshow-error\n");
  trustAuthorities(changes);

  const namespaces = ["mount", "pid", "net", "uts", "ipc", "cgroup"].map((kind) => `--${kind}`);
  const system = spawn([
    "unshare",
    ...namespaces,
    "--fork",
    "--kill-child",
    "bash",
    "-c",
    boot(below.join(":"), folder),
  ]);
  const children = `/proc/${system.pid}/task/${system.pid}/children`;
  const pid = await until(`${name} starts`, () => Number(readFileSync(children, "utf8").trim()));
  systems.set(pid, system);
  const enter = (script: string) =>
    // biome-ignore format: one line for each part
    ["nsenter", "--target", `${pid}`, "--all", "env", "-i", `PATH=${path}`, "HOME=/root", "LANG=C.UTF-8",
      `NODE_EXTRA_CA_CERTS=${authorities}`, "bash", "-c", script];
  const run: Machine["run"] = async (script, input) => {
    const child = spawn(enter(`{ ${script}\n} 2>&1`), input === undefined ? "ignore" : new Blob([input]));
    return { output: await child.stdout.text(), exitCode: await child.exited };
  };
  await until(`${name} runs`, async () => (await run("systemctl is-system-running")).output.startsWith("running"));

  const internet = spawn(["slirp4netns", "--configure", "--mtu=65520", "--disable-host-loopback", `${pid}`, "tap0"]);
  await until(`${name} has a network`, async () => (await run("cat /proc/net/route")).output.includes("tap0"));
  const inNetworkOf = (target: number, ...args: string[]) =>
    output(["nsenter", "--target", `${target}`, "--net", "ip", ...args]);
  const hub = network?.pid ?? pid;
  if (!network) await inNetworkOf(hub, "link", "add", "private", "type", "bridge");
  else {
    const port = `to-${name}`;
    await inNetworkOf(hub, "link", "add", port, "type", "veth", "peer", "name", "private", "netns", `${pid}`);
    await inNetworkOf(hub, "link", "set", port, "master", "private", "up");
  }
  await inNetworkOf(pid, "address", "add", `${address}/24`, "dev", "private");
  await inNetworkOf(pid, "link", "set", "private", "up");
  await inNetworkOf(pid, "link", "set", "lo", "up");

  return {
    ...{ name, changes, below, pid, run, root: `/proc/${pid}/root` },
    async serve(script, isReady) {
      // A group of its own, so that it can be interrupted as by Ctrl-C.
      const child = spawn(enter(`exec 2>&1; exec setsid --wait bash -c 'echo $$ > /run/served; ${script}'`));
      let printed = "";
      const reading = (async () => {
        for await (const bytes of child.stdout) printed += new TextDecoder().decode(bytes);
      })();
      await until(`${script} is ready`, async () => {
        if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}:\n${printed}`);
        if ("prints" in isReady) return printed.includes(isReady.prints);
        return (await run(`: < /dev/tcp/127.0.0.1/${isReady.port}`)).exitCode === 0;
      });
      return {
        async stop() {
          await run("kill -INT -- -$(cat /run/served); sleep 3; kill -KILL -- -$(cat /run/served)");
          await Promise.race([reading, Bun.sleep(10_000)]);
        },
      };
    },
    async stop() {
      internet.kill("SIGKILL");
      system.kill("SIGKILL");
      await system.exited;
      await until(`${name} has ended`, () => !existsSync(`/proc/${pid}/ns`));
    },
  };
}

/** Lets the machine trust what this one trusts, for registries behind a proxy. */
function trustAuthorities(changes: string): void {
  const own = "/usr/local/share/ca-certificates";
  if (existsSync(own) && readdirSync(own).length > 0) cpSync(own, join(changes, own), { recursive: true });
  const conf = join(changes, "etc/systemd/system.conf.d");
  mkdirSync(conf, { recursive: true });
  writeFileSync(join(conf, "ca.conf"), `[Manager]\nDefaultEnvironment=NODE_EXTRA_CA_CERTS=${authorities}\n`);
  writeFileSync(join(changes, "etc/environment"), `NODE_EXTRA_CA_CERTS=${authorities}\n`);
}

/** Waits at most a minute for a value other than false and 0. */
async function until<T>(what: string, value: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + 60_000;
  let last: unknown;
  while (Date.now() < end) {
    last = undefined;
    const found = await Promise.resolve(value());
    if (found) return found;
    await Bun.sleep(200);
  }
  throw new Error(`not within a minute: ${what}`, { cause: last });
}
