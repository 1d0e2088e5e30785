// A local upstream that plays scripted replies in order and records its requests; it ends with the test.
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createSecureServer, type Http2ServerRequest } from 'node:http2'
import https from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Certificate } from './certificate.ts'

/** One request that the server received. */
interface Heard {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly httpVersion: string
  readonly body: string
  /** Resolves when the exchange is over, however it ended. */
  readonly over: Promise<void>
}

/** The part of Node's HTTP/1.1 and HTTP/2 responses that replies need. */
interface Responding {
  writeHead(status: number, headers?: Record<string, string | string[] | number>): unknown
  write(chunk: string | Uint8Array): boolean
  end(chunk?: string | Uint8Array): unknown
  destroy(): unknown
  once(event: 'drain' | 'close', then: () => void): unknown
  readonly destroyed: boolean
}

/** Replies to one request. */
export type Reply = (response: Responding, heard: Heard) => void

export interface Listening {
  readonly port: number
  /** Connections accepted so far. */
  connections(): number
}

export interface ScriptedServer extends Listening {
  readonly heard: readonly Heard[]
  /** The URL of a path on this server, under any name that the test resolves to loopback. */
  url(path: string, host?: string): string
  /** Maximum number of simultaneous exchanges. */
  mostAtOnce(): number
  /** Resolves when `count` requests have arrived. */
  until(count: number): Promise<void>
}

/** Options of Node's servers: plain, TLS with HTTP/1.1 only, TLS with HTTP/2. */
export interface Secure extends Certificate {
  readonly http2: boolean
}

/** Starts a server that plays `replies` in order and repeats the last one. */
export async function scriptedServer(replies: readonly Reply[], secure?: Secure): Promise<ScriptedServer> {
  const heard: Heard[] = []
  const awaited: { count: number; reached: () => void }[] = []
  let open = 0
  let most = 0
  let count = 0
  const hear = async (request: IncomingMessage | Http2ServerRequest, response: Responding) => {
    const reply = replies[Math.min(count, replies.length - 1)] ?? hangs
    count += 1
    open += 1
    most = Math.max(most, open)
    const over = Promise.withResolvers<void>()
    response.once('close', () => {
      open -= 1
      over.resolve()
    })
    const { method = '', url: path = '', headers, httpVersion } = request
    const entry = { method, path, headers, httpVersion, body: await bodyOf(request), over: over.promise }
    heard.push(entry)
    for (const { count, reached } of awaited) if (heard.length >= count) reached()
    reply(response, entry)
  }
  const server = listening(secure, (request, response) => void hear(request, response))
  const { port, connections } = await started(server)
  return {
    port,
    heard,
    url: (path, host = '127.0.0.1') => `${secure ? 'https' : 'http'}://${host}:${port}${path}`,
    connections,
    mostAtOnce: () => most,
    until: (count) =>
      new Promise((resolve) => {
        if (heard.length >= count) resolve()
        else awaited.push({ count, reached: resolve })
      }),
  }
}

/** Starts a TCP server; `talk` handles each connection. */
export async function rawServer(talk: (socket: Socket) => void): Promise<Listening> {
  return started(createServer(talk))
}

function listening(
  secure: Secure | undefined,
  hear: (request: IncomingMessage | Http2ServerRequest, response: Responding) => void,
): Server {
  if (!secure) return http.createServer(hear)
  return secure.http2 ? createSecureServer({ ...secure, allowHTTP1: true }, hear) : https.createServer(secure, hear)
}

/** Starts a server on a free port of loopback; it ends with the test and closes its connections. */
export async function started(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // The client may disconnect at any time.
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

async function bodyOf(request: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Answers with a body. */
export function answers(
  body: string | Uint8Array,
  headers: Record<string, string | string[]> = {},
  status = 200,
): Reply {
  return (response) => {
    response.writeHead(status, headers)
    response.end(body)
  }
}

/** Answers when `gate` resolves. */
export function answersAfter(gate: Promise<unknown>, body: string): Reply {
  return (response, heard) => void gate.then(() => answers(body)(response, heard))
}

/** Never answers. */
export const hangs: Reply = () => undefined

/** Closes the connection without an answer. */
export const hangsUp: Reply = (response) => response.destroy()

/** Sends `chunk` endlessly, as fast as the client reads. */
export function endless(chunk: Uint8Array): Reply {
  return (response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more)
    }
    response.writeHead(200, { 'content-type': 'text/html' })
    more()
  }
}
