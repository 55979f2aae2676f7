import pino from "pino";
import type * as z from "zod";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { type CallOptions, type CallPolicy, callTool } from "#tools/core/calls/call.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import type { TextFacts } from "#tools/site/texts.ts";
import { vetBy, vetRules } from "../outbound/vet-url.ts";
import { callContext, noSite, siteUrlsAt } from "../start/call-context.ts";
import { type Config, sellerOf } from "../start/config.ts";
import { textFactsOf } from "../start/text-facts.ts";
import type { CommandEnvironment } from "./command.ts";

export class Session {
  readonly now: Date;
  private readonly policy: CallPolicy;
  private readonly requestId = crypto.randomUUID();

  constructor(
    readonly store: Store,
    readonly io: CommandEnvironment,
    readonly config: Config,
    private readonly operatorName?: string,
  ) {
    this.now = io.now();
    this.policy = { limiter: null, checkOutput: "always", write: store.write };
  }

  /** The facts that the texts of a site's pages contain. */
  textFacts(site: SiteRow): TextFacts {
    return textFactsOf(this.config, site);
  }

  /** True if the database is on a server, where each statement costs a round trip. */
  get isOnServer(): boolean {
    return this.config.DATABASE_URL !== undefined;
  }

  async call<Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
    site: SiteRow = noSite,
    options: CallOptions = {},
  ): Promise<z.input<Output>> {
    const context = callContext(this.services, {
      actor: { kind: "admin", via: this.via },
      site,
      urls: this.urlsOf(site),
      urlsOf: (other) => this.urlsOf(other),
      address: null,
      requestId: this.requestId,
    });
    return (await callTool(operation, context, () => withoutAbsent(input), this.policy, options)).output;
  }

  /** Returns how public operations read a site of `store`, which may be a copy. The calls do not check their output. */
  asking(store: Store, site: SiteRow) {
    const copy = new Session(store, this.io, this.config, this.operatorName);
    copy.policy.checkOutput = "sampled";
    return <Input extends z.ZodObject, Output extends z.ZodObject>(
      operation: Operation<Input, Output>,
      input: z.input<Input>,
    ) => copy.call(operation, input, site);
  }

  /** The system's user and the name given with `--as`, for the audit log. */
  private get via(): string {
    const { user } = this.io;
    return `admin:${user}${this.operatorName === undefined ? "" : `/${this.operatorName}`}`;
  }

  private get services() {
    return {
      store: this.store,
      // The command reports errors itself.
      log: pino({ level: "silent" }),
      outbound: { vet: vetBy(vetRules(this.config.ALLOW_NETWORKS)) },
      seller: sellerOf(this.config),
      vatRegister: null,
      // Commands queue jobs for payments and never contact the payment provider themselves.
      shop: { payments: null, simulatesPayments: false, dailyOrderLimit: null },
      // An import may take long, so each of its calls has its own time.
      now: () => this.io.now(),
      teamEmail: this.config.TEAM_EMAIL ?? null,
    };
  }

  private urlsOf(site: Pick<SiteRow, "host">) {
    return siteUrlsAt(this.config.BASE_URL ?? `http://localhost:${this.config.PORT}`, site);
  }
}

const withoutAbsent = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
