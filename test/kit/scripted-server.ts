// Local servers for tests: an upstream that plays scripted replies, HTTP and SOCKS proxies, and their certificates.

import { execFileSync } from 'node:child_process'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createSecureServer, type Http2ServerRequest } from 'node:http2'
import https from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

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
  const received: Heard[] = []
  const awaited: { count: number; reached: () => void }[] = []
  let open = 0
  let most = 0
  let count = 0
  const handle = async (request: IncomingMessage | Http2ServerRequest, response: Responding) => {
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
    received.push(entry)
    for (const { count, reached } of awaited) if (received.length >= count) reached()
    reply(response, entry)
  }
  const server = listening(secure, (request, response) => void handle(request, response))
  const { port, connections } = await started(server)
  return {
    port,
    heard: received,
    url: (path, host = '127.0.0.1') => `${secure ? 'https' : 'http'}://${host}:${port}${path}`,
    connections,
    mostAtOnce: () => most,
    until: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve()
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
  handle: (request: IncomingMessage | Http2ServerRequest, response: Responding) => void,
): Server {
  if (!secure) return http.createServer(handle)
  return secure.http2 ? createSecureServer({ ...secure, allowHTTP1: true }, handle) : https.createServer(secure, handle)
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
  return (response, received) => void gate.then(() => answers(body)(response, received))
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

/** Requests to the proxy: `CONNECT host:port`, `GET http://…`, `SOCKS host:port`. */
export interface TestProxy extends Listening {
  readonly asked: readonly string[]
  /** Received credentials, as `name:password`. */
  readonly credentials: readonly string[]
}

/** Starts an HTTP proxy; with `refuses` it answers every request with that status. */
export async function httpProxy(refuses?: number): Promise<TestProxy> {
  const asked: string[] = []
  const credentials: string[] = []
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`)
    const basic = headers['proxy-authorization']?.slice('Basic '.length)
    if (basic) credentials.push(Buffer.from(basic, 'base64').toString())
  }
  const server = http.createServer((request, response) => {
    note(request)
    if (refuses !== undefined) {
      response.writeHead(refuses).end()
      return
    }
    const { port, pathname, search } = new URL(request.url ?? '')
    const { 'proxy-authorization': _mine, ...headers } = request.headers
    http.get({ host: '127.0.0.1', port, path: pathname + search, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers)
      reply.pipe(response)
    })
  })
  server.on('connect', (request, socket: Socket) => {
    note(request)
    socket.write(`HTTP/1.1 ${refuses ?? 200} So\r\n\r\n`)
    if (refuses !== undefined) socket.end()
    else join(socket, Number(request.url?.split(':').at(-1)))
  })
  return { ...(await started(server)), asked, credentials }
}

/** Starts a SOCKS5 proxy; with `password` it requires a name and password and accepts any. */
export async function socksProxy(password = false): Promise<TestProxy> {
  const asked: string[] = []
  const credentials: string[] = []
  const talk = async (socket: Socket) => {
    await next(socket)
    socket.write(Buffer.from([5, password ? 2 : 0]))
    if (password) {
      const words = await next(socket)
      const nameEnd = 2 + (words[1] ?? 0)
      credentials.push(`${words.subarray(2, nameEnd)}:${words.subarray(nameEnd + 1)}`)
      socket.write(Buffer.from([1, 0]))
    }
    const request = await next(socket)
    const port = request.readUInt16BE(request.length - 2)
    const named = request[3] === 3
    asked.push(`SOCKS ${named ? request.subarray(5, -2) : request.subarray(4, -2).join('.')}:${port}`)
    socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
    join(socket, port)
  }
  return { ...(await started(createServer((socket) => void talk(socket)))), asked, credentials }
}

function next(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => socket.once('data', resolve))
}

function join(socket: Socket, port: number): void {
  const onward = connect(port, '127.0.0.1')
  onward.on('error', () => socket.destroy())
  socket.on('close', () => onward.destroy())
  socket.pipe(onward).pipe(socket)
}

/** A private key and a self-signed certificate, both as PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Creates a certificate for 127.0.0.1 and these names. */
export function makeCertificate(names: readonly string[] = ['localhost', '*.site.test']): Certificate {
  const alternatives = [...names.map((name) => `DNS:${name}`), 'IP:127.0.0.1'].join(',')
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${alternatives}`]
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const pem = execFileSync('openssl', ['req', '-x509', ...ec, ...subject, '-keyout', '-', '-out', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const certAt = pem.indexOf('-----BEGIN CERTIFICATE')
  return { key: pem.slice(0, certAt), cert: pem.slice(certAt) }
}
