// Injects faults into responses: one function for each fault kind.
import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { challengePage, homePage, statusPage } from './error-pages.ts'
import type { Fault, FaultKind } from './faults.ts'
import { type Reply, textOf } from './mock-response.ts'
import { createGbkEncoder, type Encoding, type Packed, pack } from './response-encoding.ts'
import { createSeededRandom } from './seeded-random.ts'

const blockBytes = 1024 * 1024

/** A valid gzip file of `megabytes` MB of zeros; its size is about a thousandth of that. */
function gzipBomb(megabytes: number): Buffer {
  const zeros = Buffer.alloc(blockBytes)
  // A full flush ends at a byte boundary and resets the window, so that copies of the block can follow one another.
  const block = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  let checksum = 0
  for (let done = 0; done < megabytes; done++) checksum = crc32(zeros, checksum)
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
  const lastBlock = Buffer.from([3, 0])
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE((megabytes * blockBytes) % 2 ** 32, 4)
  return Buffer.concat([header, ...Array.from({ length: megabytes }, () => block), lastBlock, trailer])
}

/** The request that a fault applies to. */
export interface FaultContext {
  readonly url: URL
  readonly response: ServerResponse
  readonly encoding: Encoding
  /** The response without a fault. */
  answer(): Reply
  packed(): Packed
  nothingFound(): Reply
}

type FaultFunction = (context: FaultContext, amount: number | undefined) => void

const stepMs = 50

/** Sends a complete packed response. */
export function send(response: ServerResponse, { status, headers, bytes }: Packed): void {
  response.writeHead(status, headers)
  response.end(bytes)
}

/** Calls `act` after a delay unless the client has disconnected. */
export function later(response: ServerResponse, delayMs: number, act: () => void): void {
  const timer = setTimeout(act, delayMs)
  response.once('close', () => clearTimeout(timer))
}

function sendHtml(context: FaultContext, status: number, body: string, headers: Record<string, string> = {}): void {
  const answer = { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
  send(context.response, pack(answer, context.encoding))
}

function refuse(status: number): FaultFunction {
  return (context) => sendHtml(context, status, statusPage(status))
}

function challenge(status: number): FaultFunction {
  return (context) => sendHtml(context, status, challengePage())
}

/** Writes the result of `next` every 50 ms until it returns undefined or the client disconnects. */
function trickle(response: ServerResponse, next: () => Buffer | undefined): void {
  const timer = setInterval(() => {
    const bytes = next()
    if (bytes === undefined) response.end()
    else response.write(bytes)
  }, stepMs)
  response.once('close', () => clearInterval(timer))
  response.once('finish', () => clearInterval(timer))
}

const drip: FaultFunction = ({ response, packed }, amount = 2000) => {
  const { status, headers, bytes } = packed()
  const step = Math.max(1, Math.round((amount * stepMs) / 1000))
  let from = 0
  response.writeHead(status, headers)
  trickle(response, () => {
    const part = bytes.subarray(from, from + step)
    from += step
    return part.length > 0 ? part : undefined
  })
}

const endless: FaultFunction = ({ response, answer }) => {
  const { headers, body } = answer()
  const opening = typeof body === 'string' ? Buffer.from(body.slice(0, 2000)) : body.subarray(0, 2000)
  let begun = false
  response.writeHead(200, headers)
  trickle(response, () => {
    const part = begun ? '<!-- and so on -->\n' : opening
    begun = true
    return Buffer.from(part)
  })
}

const half: FaultFunction = ({ response, packed }) => {
  const { status, headers, bytes } = packed()
  response.writeHead(status, headers)
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroySoon())
}

const hangBody: FaultFunction = ({ response, packed }) => {
  const { status, headers, bytes } = packed()
  response.writeHead(status, headers)
  response.write(bytes.subarray(0, bytes.length >> 1))
}

function redirect(to: (url: URL) => string): FaultFunction {
  return ({ response, url }) => {
    response.writeHead(302, { location: to(url), 'content-length': '0' })
    response.end()
  }
}

const pdf: FaultFunction = ({ response, encoding }) => {
  const body = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
  send(response, pack({ status: 200, headers: { 'content-type': 'application/pdf' }, body }, encoding))
}

/** Without an answer; a connection with TLS cannot be reset, and is closed. */
const reset: FaultFunction = ({ response: { socket } }) =>
  socket instanceof TLSSocket ? socket.destroy() : socket?.resetAndDestroy()

const truncated: FaultFunction = ({ response, encoding, answer }) => {
  const whole = answer()
  send(response, pack({ ...whole, body: whole.body.slice(0, whole.body.length >> 1) }, encoding))
}

const garbage: FaultFunction = ({ response }, amount = 50_000) => {
  const chance = createSeededRandom('garbage', amount)
  const bytes = Buffer.from(Array.from({ length: amount }, () => chance.whole(0, 255)))
  send(response, {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-length': String(amount) },
    bytes,
  })
}

const huge: FaultFunction = ({ response }, amount = 64) => {
  const line = '<div class="filler">a page that does not know when to stop</div>\n'
  const block = Buffer.from(line.repeat(Math.ceil(65_536 / line.length)).slice(0, 65_536))
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  const blocks = Readable.from(Array.from({ length: amount * 16 }, () => block))
  pipeline(blocks, response, () => blocks.destroy())
}

function sendAs(charset: string, bytesOf: (text: string) => Buffer): FaultFunction {
  return ({ response, answer }) => {
    const whole = answer()
    const bytes = bytesOf(textOf(whole))
    send(response, {
      status: whole.status,
      headers: { 'content-type': `text/html; charset=${charset}`, 'content-length': String(bytes.length) },
      bytes,
    })
  }
}

/** The function of each fault; `bombOf` may cache its result. */
function faultFunctions(
  bombOf: (megabytes: number) => Buffer,
  encodeGbk: (text: string) => Buffer,
): Record<FaultKind, FaultFunction> {
  return {
    'slow-start': (context, amount = 5000) =>
      later(context.response, amount, () => send(context.response, context.packed())),
    'slow-drip': drip,
    // Accepts the request and sends nothing; the client or the stand-in closes the connection.
    hang: () => undefined,
    'hang-body': hangBody,
    reset,
    '500': refuse(500),
    '502': refuse(502),
    '503': refuse(503),
    '504': refuse(504),
    '429': refuse(429),
    '429-retry-after': (context, amount = 30) =>
      sendHtml(context, 429, statusPage(429), { 'retry-after': String(amount) }),
    'challenge-403': challenge(403),
    'challenge-503': challenge(503),
    'challenge-200': challenge(200),
    shell: (context) => sendHtml(context, 200, homePage()),
    'no-posts': ({ response, encoding, nothingFound }) => send(response, pack(nothingFound(), encoding)),
    'wrong-type': pdf,
    'redirect-loop': redirect(({ href }) => href),
    'redirect-loopback': redirect(() => 'http://127.0.0.1/'),
    'redirect-private': redirect(() => 'http://10.0.0.1/'),
    garbage,
    half,
    truncated,
    'declares-gbk': sendAs('gbk', (text) => Buffer.from(text)),
    'sends-gbk': sendAs('utf-8', (text) => encodeGbk(text)),
    huge,
    bomb: ({ response }, amount = 1024) => {
      const bytes = bombOf(amount)
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'content-length': String(bytes.length),
      }
      send(response, { status: 200, headers, bytes })
    },
    endless,
  }
}

/** Creates the fault injector. A gzip bomb is built on first use and cached, because its checksum is slow. */
export function createFaultInjector(): (fault: Fault, context: FaultContext) => void {
  const bombs = new Map<number, Buffer>()
  let encoder: ((text: string) => Buffer) | undefined
  const bombOf = (megabytes: number): Buffer => {
    const bomb = bombs.get(megabytes) ?? gzipBomb(megabytes)
    bombs.clear()
    bombs.set(megabytes, bomb)
    return bomb
  }
  const encodeGbk = (text: string): Buffer => {
    encoder ??= createGbkEncoder()
    return encoder(text)
  }
  const functions = faultFunctions(bombOf, encodeGbk)
  return (fault, context) => functions[fault.kind](context, fault.amount)
}
