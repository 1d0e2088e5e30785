// Tests that the bytes on the wire are the same with one process and with several.
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { startStandin } from '../standin/server.ts'
import { startCrowd } from './kit/workers.ts'

const list = '/api/v1/sources/baidu'
const head = 'Host: localhost\r\nConnection: close\r\n'

function long(length: number): string {
  return 'a'.repeat(length)
}

function get(target: string, headers = ''): string {
  return `GET ${target} HTTP/1.1\r\n${head}${headers}\r\n`
}

function post(target: string, body: string, headers = `Content-Length: ${body.length}\r\n`): string {
  return `POST ${target} HTTP/1.1\r\n${head}${headers}\r\n${body}`
}

const requests: readonly (readonly [string, string])[] = [
  ['the root', get('/')],
  ['health', get('/api/health')],
  ['a list', get(list)],
  ['a list in gzip', get(list, 'Accept-Encoding: gzip\r\n')],
  ['a list in br', get(list, 'Accept-Encoding: br, gzip\r\n')],
  ['a list in zstd', get(list, 'Accept-Encoding: zstd\r\n')],
  ['a list in nothing known', get(list, 'Accept-Encoding: deflate\r\n')],
  ['a small answer in gzip', get('/api/hot-list?id=solidot', 'Accept-Encoding: gzip\r\n')],
  ['a list that the client has', get(list, 'If-None-Match: *\r\n')],
  ['a list by HTTP/1.0', `GET ${list} HTTP/1.0\r\n\r\n`],
  ['a list with a body', `${get(list, 'Content-Length: 3\r\n')}abc`],
  ['the head of a list', `HEAD ${list} HTTP/1.1\r\n${head}\r\n`],
  ['an absolute target', get(`http://localhost${list}`)],
  ['a stream', get('/api/v1/stream?sources=baidu')],
  ['events', get('/api/v1/stream?sources=baidu', 'Accept: text/event-stream\r\n')],
  ['a stream by HTTP/1.0', 'GET /api/v1/stream?sources=baidu HTTP/1.0\r\n\r\n'],
  ['events to who had all', get('/api/v1/stream?sources=baidu', 'Accept: text/event-stream\r\nLast-Event-ID: end\r\n')],
  ['a search by POST', post('/api/search', '{"kw":"linux","src":"tg","channels":["demo_share"]}')],
  ['a body that is no JSON', post('/api/search', '{"kw":')],
  ['a body in chunks', post('/api/search', '3\r\n{"k\r\n3\r\nw":\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\n')],
  ['a POST without a body', post('/api/search', '', '')],
  ['a POST with an empty body', post('/api/search', '')],
  ['a strange content type', post('/api/search', '{}', 'Content-Type: ;;;\r\nContent-Length: 2\r\n')],
  ['no parameter', get('/api/search')],
  ['a wrong parameter', get('/api/v1/batch?sources=baidu&limit=x')],
  ['a path there is not', get('/nowhere')],
  ['a list there is not', get('/api/v1/sources/nobody')],
  ['a method there is not', `DELETE /api/search HTTP/1.1\r\n${head}\r\n`],
  ['a preflight', `OPTIONS /api/search HTTP/1.1\r\n${head}\r\n`],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${head}\r\n`],
  ['no Host', `GET ${list} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['bad percent-encoding', get('/api/%zz')],
  ['a part of a path that is too long', get(`/api/v1/sources/${long(101)}`)],
  ['a query that is too long', get(`/api/search?kw=${long(20_000)}`)],
  ['headers just short enough', get(list, `X: ${long(32_000)}\r\n`)],
  ['headers that are too long', get(list, `X: ${long(40_000)}\r\n`)],
  ['a body that is too long', post('/api/search', long(100_000))],
  [
    'a body that is too long in chunks',
    post('/api/search', `8000\r\n${long(0x8000)}\r\n`.repeat(4), 'Transfer-Encoding: chunked\r\n'),
  ],
  ['an expectation nobody knows', get(list, 'Expect: wonders\r\n')],
  ['a wish for another protocol', get(list, 'Upgrade: h2c\r\n')],
  ['what is no HTTP', 'hello\r\n\r\n'],
  ['a blank in the target', get('/api/search?kw=a b')],
  ['a NUL in a header', get(list, 'X: \0\r\n')],
  ['a broken chunk', post('/api/search', 'zz\r\n', 'Transfer-Encoding: chunked\r\n')],
  ['two lengths', post('/api/search', '0\r\n\r\n', 'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n')],
  ['what only our own processes say', get('/metrics', 'X-Trawl-Client: key 1.1 192.0.2.1\r\nX-Forwarded-For: x\r\n')],
  ['a request from behind a proxy', get('/api/v1/logs', 'X-Forwarded-For: 192.0.2.1\r\n')],
  ['a request from behind nginx', 'GET /api/v1/logs HTTP/1.0\r\nHost: localhost\r\n\r\n'],
]

/** Sends raw bytes and returns everything received until the server closes, as Latin-1. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const received: Buffer[] = []
    socket.on('data', (piece: Buffer) => received.push(piece))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')))
  })
}

/** Joins the chunks of a body; their boundaries may differ. */
function joined(pieces: string): string {
  const [, size = '0'] = /^([\da-f]+)\r\n/.exec(pieces) ?? []
  const start = size.length + 2
  const end = start + Number.parseInt(size, 16)
  return end === start ? '' : pieces.slice(start, end) + joined(pieces.slice(end + 2))
}

function unpacked(encoding: string | undefined, body: string): string {
  const bytes = Buffer.from(body, 'latin1')
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes).toString()
}

/** An answer without its variable parts: times, ids, and the compressed length of bodies with times. */
function lasting(answer: string): string {
  const split = answer.indexOf('\r\n\r\n')
  const [first = '', ...fields] = answer.slice(0, split).split('\r\n')
  const headers = new Map(fields.map((field) => [field.replace(/:.*/, '').toLowerCase(), field.replace(/.*?: ?/, '')]))
  const body = answer.slice(split + 4)
  const encoding = headers.get('content-encoding')
  const text = unpacked(encoding, headers.get('transfer-encoding') === 'chunked' ? joined(body) : body)
  for (const name of ['date', 'x-request-id', 'age', 'server-timing', 'etag'])
    if (headers.has(name)) headers.set(name, '…')
  if (encoding !== undefined) headers.set('content-length', '…')
  const times = /"(timestamp|updatedAt|time|took_ms|deadline_ms|datetime)":(?:\d+|"[^"]*")/g
  return [
    first,
    ...[...headers].map(([name, value]) => `${name}: ${value}`).sort(),
    text.replace(times, '"$1":…'),
  ].join('\n')
}

test('a service of several processes answers as a service of one', async () => {
  const standin = await startStandin()
  onTestFinished(() => standin.close())
  // Only the main process knows the remaining rate limit.
  const env = { UPSTREAM_GATEWAY: standin.url, RATE_LIMITS: 'off' }
  const [single, several] = await Promise.all([startCrowd({ ...env, WORKERS: '1' }), startCrowd(env)])
  const other: Record<string, unknown> = {}
  for (const [name, bytes] of requests) {
    // The first request fills the cache for the later ones.
    for (const { port } of [single, several]) await exchange(port, bytes)
    const right = lasting(await exchange(single.port, bytes))
    expect(right, name).toMatch(/^HTTP\/1\.1 \d{3} /)
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(several.port, bytes)))
    for (const answer of answers.map(lasting)) if (answer !== right) other[name] = { right, answer }
  }
  expect(other).toEqual({})
}, 60_000)
