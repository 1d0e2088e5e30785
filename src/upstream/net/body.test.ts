// Bodies: all accepted encodings, size limits, truncated and corrupt bodies.
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { answers, endless, rawServer, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeWire } from '../../../test/kit/wire.ts'
import { readBody } from './body.ts'
import { exchange } from './exchange.ts'

const page = `<p>电影 ${'线索 '.repeat(400)}</p>`
const bytes = Buffer.from(page)
function half(whole: Uint8Array) {
  return whole.subarray(0, whole.length / 2)
}
const limit = 1024 * 1024
function read(body: Uint8Array, encoding?: string, most = limit) {
  return readBody(Readable.from([body]), encoding, most)
}

const encodings: readonly (readonly [encoding: string, compressed: Uint8Array])[] = [
  ['gzip', zlib.gzipSync(bytes)],
  ['x-gzip', zlib.gzipSync(bytes)],
  ['GZIP', zlib.gzipSync(bytes)],
  ['br', zlib.brotliCompressSync(bytes)],
  ['zstd', zlib.zstdCompressSync(bytes)],
  ['deflate', zlib.deflateSync(bytes)],
  ['deflate', zlib.deflateRawSync(bytes)],
  ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(bytes))],
  ['identity', bytes],
  ['', bytes],
]

describe('a body', () => {
  it.each(encodings)('in %s is decompressed, on the wire', async (encoding, compressed) => {
    const server = await scriptedServer([answers(compressed, { 'content-encoding': encoding })])
    const received = await exchange(server.url('/'), {}, makeAsk(), makeWire())
    expect(Buffer.from(received.bytes).toString()).toBe(page)
  })

  it.each([
    ['more than the thread pool gets waits for its time slice again: others may be ready in the same turn', 100_000, 2],
    ['little waits for its time slice once', 100, 1],
  ])('of which %s', async (_what, length, expected) => {
    const waits: string[] = []
    const noise = Buffer.from(Array.from({ length }, (_, at) => ((at * at * 7919) % 251) ^ (at >> 8)))
    const body = Readable.from([zlib.gzipSync(noise, { level: 0 })])
    const received = await readBody(body, 'gzip', limit, async () => void waits.push('slice'))
    expect([Buffer.compare(received, noise), waits.length]).toEqual([0, expected])
  })

  it('that is empty needs no decompression, whatever the header says', async () => {
    expect(await read(new Uint8Array(), 'gzip')).toHaveLength(0)
  })

  it('that has exactly the largest size is accepted, one byte more is not', async () => {
    expect(await read(Buffer.alloc(1024), undefined, 1024)).toHaveLength(1024)
    expect(await read(zlib.gzipSync(Buffer.alloc(1024)), 'gzip', 1024)).toHaveLength(1024)
    const tooLarge = { kind: 'mismatch', message: 'the answer is larger than 1 KB' }
    expect(await failureOf(read(Buffer.alloc(1025), undefined, 1024))).toMatchObject(tooLarge)
    expect(await failureOf(read(zlib.gzipSync(Buffer.alloc(1025)), 'gzip', 1024))).toMatchObject(tooLarge)
  })

  it.each([
    ['garbage as gzip', Buffer.from('<html>no gzip</html>'), 'gzip', 'mismatch'],
    ['garbage as br', Buffer.from('<html>no brotli</html>'), 'br', 'mismatch'],
    ['garbage as zstd', Buffer.from('<html>no zstd</html>'), 'zstd', 'mismatch'],
    ['an encoding nobody offered', bytes, 'compress', 'mismatch'],
    ['three encodings', bytes, 'gzip, gzip, gzip', 'mismatch'],
    ['half a gzip', half(zlib.gzipSync(bytes)), 'gzip', 'network'],
    ['half a br', half(zlib.brotliCompressSync(bytes)), 'br', 'network'],
    ['half a zstd', half(zlib.zstdCompressSync(bytes)), 'zstd', 'network'],
    ['half a deflate', half(zlib.deflateSync(bytes)), 'deflate', 'network'],
  ])('that is %s fails', async (_what, body, encoding, kind) => {
    expect(await failureOf(read(body, encoding))).toMatchObject({ name: 'UpstreamError', kind })
  })

  it('without end is cut off at the limit, which the server sees', async () => {
    const server = await scriptedServer([endless(Buffer.alloc(16 * 1024, 'x'))])
    const error = await failureOf(exchange(server.url('/'), {}, makeAsk({ bodyBytes: 256 * 1024 }), makeWire()))
    expect(error).toMatchObject({ kind: 'mismatch', message: 'the answer is larger than 256 KB' })
    await server.heard[0]?.over
    expect(server.heard).toHaveLength(1)
  })

  it.each([
    ['shorter than its content-length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    ['broken off between chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
    ['broken off within the headers', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ])('%s is a network failure', async (_what, wire) => {
    const server = await rawServer((socket) => socket.once('data', () => socket.end(wire)))
    const error = await failureOf(
      exchange(`http://127.0.0.1:${server.port}/`, {}, makeAsk({ attempts: 1 }), makeWire()),
    )
    expect(error).toMatchObject({ name: 'UpstreamError', kind: 'network' })
  })
})

describe('a bomb', () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024)

  it('of a gigabyte in a megabyte of gzip costs a few megabytes', async () => {
    const bomb = gigabyteOfZeros()
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
    const server = await scriptedServer([answers(bomb, { 'content-encoding': 'gzip' })])
    // Of this thread only; resident memory is that of all tests that run.
    const before = process.memoryUsage().arrayBuffers
    const error = await failureOf(exchange(server.url('/'), {}, makeAsk(), makeWire()))
    const grownMb = (process.memoryUsage().arrayBuffers - before) / 1024 / 1024
    expect(error).toMatchObject({ kind: 'mismatch', message: 'the answer is larger than 4096 KB' })
    expect(grownMb).toBeLessThan(200)
  })

  it.each([
    ['br', zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', zlib.zstdCompressSync(zeros)],
    ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(zeros))],
  ])('in %s is too large', async (encoding, compressed) => {
    const error = await failureOf(read(compressed, encoding))
    expect(error).toMatchObject({ kind: 'mismatch', message: 'the answer is larger than 1024 KB' })
  })
})

/** A gigabyte of zeros as gzip, of which only a sixty-fourth was generated: one block repeated, without the trailer. */
function gigabyteOfZeros(): Buffer {
  const header = Buffer.from('1f8b0800000000000003', 'hex')
  const block = zlib.deflateRawSync(Buffer.alloc(16 * 1024 * 1024), { finishFlush: zlib.constants.Z_FULL_FLUSH })
  return Buffer.concat([header, ...Array.from({ length: 64 }, () => block)])
}
