// Requests of the service to itself for a client: they pass the routes as those of any client, but no connection.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import inject from 'light-my-request'
import type { OwnRequest, RequestGuard } from './access/request-guard.ts'

/** Headers about the message itself. All others are passed on, because they identify the client. */
const ofMessage =
  /^(?:accept.*|connection|content-.*|expect|if-.*|last-event-id|mcp-.*|range|te|trailer|transfer-.*|upgrade)$/

/** Sends a request, which is counted as `own` says. Rejects when its signal aborts, which closes the response. */
export type SendOwn = (path: string, init: RequestInit, own: OwnRequest) => Promise<Response>

/** Creates the sender. Its requests have the identity of `request`. */
export function createOwnSender(
  app: FastifyInstance,
  request: FastifyRequest,
  { runOwn }: Pick<RequestGuard, 'runOwn'>,
): SendOwn {
  const identity = identityOf(request)
  // Without an address the library would take this machine.
  const remoteAddress = request.raw.socket.remoteAddress ?? 'unknown'
  return async (url, { method = 'GET', headers, body, signal }, own) => {
    signal?.throwIfAborted()
    const sent = {
      ...(typeof body === 'string' ? { payload: body } : {}),
      headers: { ...identity, ...Object.fromEntries(new Headers(headers)) },
      method,
      url,
      remoteAddress,
      payloadAsStream: true,
    }
    const dispatch: inject.DispatchFunc = (raw, response) => {
      signal?.addEventListener('abort', () => response.destroy(), { once: true })
      // Not `app.inject`, which sends nothing while a shutdown waits for running requests.
      app.routing(raw, response)
    }
    return toResponse(await runOwn(own, () => inject(dispatch, sent).end()))
  }
}

function identityOf({ id, raw }: FastifyRequest): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { 'x-request-id': id }
  for (const [name, value] of Object.entries(raw.headers))
    if (value !== undefined && !ofMessage.test(name)) headers[name] = value
  // A request that a proxy forwards by HTTP/1.0 would look like one of a program on this machine.
  if (raw.httpVersion !== '1.1') headers.via = `${raw.httpVersion} proxy`
  return headers
}

function toResponse({ statusCode, headers, stream }: inject.Response): Response {
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const chunks: NodeJS.AsyncIterator<Uint8Array> = stream().iterator()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return?.()),
  })
  return new Response(body, { status: statusCode, headers: sent })
}
