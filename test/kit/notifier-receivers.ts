// Notifiers as the operator's file declares them, and local servers in place of their services.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { createTransport } from '../../src/upstream/net/transport.ts'
import { allowPrivateNotifiers, createNotifiers } from '../../src/watches/create-notifiers.ts'
import { parseNotifier } from '../../src/watches/declared-notifier.ts'
import type { WatchMessage } from '../../src/watches/notifier.ts'
import type { Certificate } from './certificate.ts'

export const messageAt = Date.UTC(2026, 10, 21, 4)
export const event = {
  id: 'abc',
  watch: '台风',
  at: messageAt,
  in: 'lists',
  title: '台风登陆',
  url: 'https://example.org/1',
  source: 'weibo',
} as const
export const message: WatchMessage = { watch: '台风', events: [{ ...event, sourceName: '微博' }] }

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Starts a server on the loopback address; returns its port. It ends with the test. */
export async function listen(server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** A server in place of that of a notifier: it answers each request with what `reply` makes of it. */
export async function startReceiver(status: number, reply: (received: Received) => unknown, certificate?: Certificate) {
  const received: Received[] = []
  const server = certificate ? createTlsServer(certificate) : createServer()
  server.on('request', async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { path: request.url ?? '', headers: request.headers, text: Buffer.concat(chunks).toString() }
    received.push(one)
    response.writeHead(status).end(JSON.stringify(reply(one)))
  })
  const port = await listen(server)
  return { received, url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}` }
}

/** The notifier with these keys, and the mistakes in them. */
export function notifierOf(keys: Readonly<Record<string, string>>) {
  const mistakes: string[] = []
  const env = { WATCH_SECRET_A: 'the secret' }
  const declared = parseNotifier('phone', keys, env, (path, what) => mistakes.push(`${path.join('.')}: ${what}`))
  const list = declared ? [declared] : []
  const allowance = allowPrivateNotifiers({ hosts: new Set(), ranges: [] }, list)
  const transport = createTransport({ proxyFor: () => undefined, allowance })
  onTestFinished(() => transport.close())
  return { mistakes, notifier: createNotifiers(list, { transport, epochMs: () => messageAt })[0] }
}
