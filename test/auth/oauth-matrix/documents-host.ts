import { selfSigned } from "../../support/fakes/certificate.ts";

/** A loopback https server with client metadata documents. */
export interface DocumentHost {
  /** The certificate that the outbound guard must trust. */
  ca: string;
  /** Returns the URL of a path. */
  at(path: string): string;
  /** Serves a valid document, with changes, and returns its URL. */
  serve(path: string, changes?: Record<string, unknown>, headers?: Record<string, string>): string;
  /** Serves custom responses at a path and returns its URL. */
  answer(path: string, answer: (request: Request) => Response | Promise<Response>): string;
  /** Number of requests for a path. */
  asked(path: string): number;
  stop(): void;
}

/** `redirectUri` is the default of the documents. */
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
