// Local proxies for tests: HTTP with CONNECT and absolute form, and SOCKS5 (RFC 1928, RFC 1929); all lead to loopback.
import http, { type IncomingMessage } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { type Listening, started } from './scripted-server.ts'

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
