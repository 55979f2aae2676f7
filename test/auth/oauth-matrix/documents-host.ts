import { selfSigned } from "../../support/fakes/certificate.ts";

/** An https host of client metadata documents on loopback. */
export interface DocumentHost {
  /** Its certificate, to be trusted by the guard. */
  ca: string;
  /** Address of a path. */
  at(path: string): string;
  /** Serves a document at a path, with the fields it needs and the changes given; returns its address. */
  serve(path: string, changes?: Record<string, unknown>, headers?: Record<string, string>): string;
  /** Answers a path in a way of its own; returns its address. */
  answer(path: string, answer: (request: Request) => Response | Promise<Response>): string;
  /** How often a path was asked for. */
  asked(path: string): number;
  stop(): void;
}

/** Documents name `redirectUri` unless told otherwise. */
export function startDocumentHost(redirectUri: string): DocumentHost {
  const { key, cert } = selfSigned(["app.localhost"]);
  const answers = new Map<string, (request: Request) => Response | Promise<Response>>();
  const counts = new Map<string, number>();
  const host = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { key, cert },
    fetch(request) {
      const { pathname } = new URL(request.url);
      counts.set(pathname, (counts.get(pathname) ?? 0) + 1);
      return answers.get(pathname)?.(request) ?? new Response("not here", { status: 404 });
    },
  });
  const at = (path: string) => `https://app.localhost:${host.port}${path}`;
  const answer: DocumentHost["answer"] = (path, reply) => {
    answers.set(path, reply);
    return at(path);
  };
  return {
    ca: cert,
    at,
    answer,
    serve: (path, changes = {}, headers = {}) =>
      answer(path, () =>
        Response.json(
          { client_id: at(path), client_name: "Document app", redirect_uris: [redirectUri], ...changes },
          { headers },
        ),
      ),
    asked: (path) => counts.get(path) ?? 0,
    stop: () => void host.stop(true),
  };
}
