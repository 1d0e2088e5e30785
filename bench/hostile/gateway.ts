// A gateway between the service and the stand-in that inflates the reply of every upstream.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Filling, inflate } from './inflate.ts'

const fillings: readonly Filling[] = ['rows', '{}', '1']
const [, , standin = ''] = process.argv
const counts = { asked: 0 }

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host: _host, connection: _connection, 'accept-encoding': _encoding, ...headers } = request.headers
  const sent = await buffer(request)
  const body = sent.length === 0 ? {} : { body: sent }
  const url = new URL(request.url ?? '', standin)
  const reply = await fetch(url, {
    method: request.method ?? 'GET',
    headers: Object.entries(headers)
      .map(([name, value]): [string, string] => [name, String(value)])
      .concat([['accept-encoding', 'identity']]),
    redirect: 'manual',
    ...body,
  })
  counts.asked += 1
  const bytes = Buffer.from(await reply.arrayBuffer())
  const large = gzipSync(inflate(bytes, fillings[counts.asked % fillings.length] ?? 'rows'), { level: 1 })
  const { 'content-length': _length, 'transfer-encoding': _transfer, ...kept } = Object.fromEntries(reply.headers)
  response.writeHead(reply.status, { ...kept, 'content-encoding': 'gzip' }).end(large)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.info(`listens on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
