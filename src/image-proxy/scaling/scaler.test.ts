// Scaling of real pictures in the thread: each format, hostile files, and threads that fail or hang.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js'
import encodePng, { init as initPng } from '@jsquash/png/encode.js'
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js'
import { imageSize } from 'image-size'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { drawPicture } from '../../../standin/picture-hosts.ts'
import { createSeededRandom } from '../../../standin/seeded-random.ts'
import { createPictureScaler } from './scaler.ts'

const { signal } = new AbortController()
/** Tests with real pictures do not depend on the speed of the machine. */
const limitMs = 60_000

function compile(file: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(join(import.meta.dirname, '../../../node_modules/@jsquash', file)))
}

/** Pixels of a colour that changes and noise, so that they do not compress to nothing. */
function paint(width: number, height: number) {
  const chance = createSeededRandom('paint', `${width} ${height}`)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 1) data[at] = at % 4 === 3 ? 255 : ((at / 300) % 200) + chance.whole(0, 40)
  return { data, width, height, colorSpace: 'srgb' } as const
}

beforeAll(async () => {
  await initJpeg(compile('jpeg/codec/enc/mozjpeg_enc.wasm'))
  await initPng(compile('png/codec/pkg/squoosh_png_bg.wasm'))
  await initWebp(compile('webp/codec/enc/webp_enc_simd.wasm'))
})

const formats = { jpeg: encodeJpeg, png: encodePng, webp: encodeWebp }

async function encode(format: keyof typeof formats, width: number, height: number): Promise<Buffer> {
  return Buffer.from(await formats[format](paint(width, height)))
}

describe('a scaled picture', () => {
  const { scale } = createPictureScaler({ limitMs, waitMs: limitMs })

  it.each([
    ['jpeg', 270, 400, 56, '56 × 83'],
    ['png', 270, 400, 112, '112 × 166'],
    ['webp', 270, 400, 168, '168 × 249'],
    ['jpeg', 640, 360, 56, '135 × 76'],
  ] as const)('of a %s of %i × %i just covers a poster of width %i: %s', async (format, width, height, asked, size) => {
    const whole = await encode(format, width, height)
    const scaled = await scale({ bytes: whole, width: asked }, signal)
    if (!scaled || scaled === 'busy') throw new Error('it can be scaled')
    const { type, ...made } = imageSize(scaled)
    expect([type, `${made.width} × ${made.height}`]).toEqual(['webp', size])
    expect(scaled.length).toBeLessThan(whole.length / 2)
  })

  it('is the same whatever was scaled before it, or failed', async () => {
    const whole = await encode('jpeg', 270, 400)
    const scaled = await scale({ bytes: whole, width: 56 }, signal)
    expect(scaled).toBeDefined()
    expect(await scale({ bytes: whole.subarray(0, 100), width: 56 }, signal)).toBeUndefined()
    expect(await Promise.all([1, 2].map(() => scale({ bytes: whole, width: 56 }, signal)))).toEqual([scaled, scaled])
  })
})

/** A PNG whose header claims a size. */
function pngOfSize(width: number, height: number): Buffer {
  const bytes = drawPicture('any')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** A JPEG whose frame header claims a size. */
async function jpegOfSize(width: number, height: number): Promise<Buffer> {
  const bytes = await encode('jpeg', 270, 400)
  const frame = bytes.findIndex((byte, at) => byte === 0xff && (bytes[at + 1] === 0xc0 || bytes[at + 1] === 0xc2))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

/** A JPEG with empty segments that look like the beginnings of scans. */
async function jpegOfScans(count: number): Promise<Buffer> {
  const bytes = await encode('jpeg', 270, 400)
  return Buffer.concat([bytes.subarray(0, -2), ...Array(count - 1).fill(Buffer.from([0xff, 0xda])), bytes.subarray(-2)])
}

describe('not scaled is', () => {
  const { scale } = createPictureScaler({ limitMs, waitMs: limitMs })

  it.each([
    ['a picture that is small already', () => encode('jpeg', 56, 70)],
    ['a header with more pixels than allowed', () => jpegOfSize(65_000, 65_000)],
    ['a PNG with more pixels than allowed', () => pngOfSize(1 << 30, 1 << 30)],
    ['a PNG with fewer rows than its header says', () => pngOfSize(96, 20_000)],
    ['a PNG without pixels', () => pngOfSize(0, 128)],
    ['a JPEG of more scans than real ones have', async () => jpegOfScans(41)],
    ['an animated PNG', async () => Buffer.concat([await encode('png', 270, 400), Buffer.from('acTL')])],
    ['the beginning of a PNG', async () => (await encode('png', 270, 400)).subarray(0, 5_000)],
    ['the beginning of a WebP', async () => (await encode('webp', 270, 400)).subarray(0, 500)],
    ['a WebP without content', () => Buffer.from('RIFF\x0e\0\0\0WEBPVP8 \x02\0\0\0\0\0', 'latin1')],
    ['the signature of a JPEG alone', () => Buffer.from([0xff, 0xd8, 0xff])],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s', async (_what, make) => {
    expect(await scale({ bytes: await make(), width: 56 }, signal)).toBeUndefined()
  })
})

describe('a thread that scales', () => {
  const answering = `require('node:worker_threads').parentPort.on('message', function () { this.postMessage(new Uint8Array(1)) })`
  const make = (code: string, own = {}) => {
    const start = vi.fn(() => new Worker(code, { eval: true }))
    return { start, ...createPictureScaler({ start, ...own }) }
  }

  it.each([
    ['throws', `require('node:worker_threads').parentPort.on('message', () => { throw new Error('broken') })`],
    ['exits', `require('node:worker_threads').parentPort.on('message', () => process.exit(1))`],
    ['cannot be loaded', `require('./missing.js')`],
  ])('and %s is replaced by another one for the next picture', async (_what, code) => {
    const { start, scale } = make(code)
    for (let count = 0; count < 2; count += 1)
      expect(await scale({ bytes: Buffer.from('any'), width: 56 }, signal)).toBeUndefined()
    expect(start).toHaveBeenCalledTimes(2)
  })

  it('and takes too long is ended', async () => {
    const endless = `require('node:worker_threads').parentPort.on('message', () => { for (;;); })`
    const { start, scale } = make(endless, { limitMs: 50, startMs: 0 })
    expect(await scale({ bytes: Buffer.from('any'), width: 56 }, signal)).toBeUndefined()
    const [ended] = start.mock.results.map(({ value }) => value)
    expect(ended.threadId).toBe(-1)
  })

  it('serves clients in turn', async () => {
    const echo = `require('node:worker_threads').parentPort.on('message', function ({ bytes }) { this.postMessage(bytes) })`
    const { scale } = make(echo, { limitMs: 60_000, waitMs: 60_000 })
    const ended: string[] = []
    const ask = async (name: string, client: string) => {
      await scale({ bytes: Buffer.from(name), width: 56, client }, signal)
      ended.push(name)
    }
    await Promise.all([ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('a4', 'a'), ask('b1', 'b'), ask('b2', 'b')])
    expect(ended).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
  })

  it('is not waited for longer than a picture may wait for its turn', async () => {
    const silent = `require('node:worker_threads').parentPort.on('message', () => undefined)`
    const { scale } = make(silent, { limitMs: 60_000, waitMs: 1 })
    const leaving = new AbortController()
    const first = scale({ bytes: Buffer.from('any'), width: 56 }, leaving.signal)
    expect(await scale({ bytes: Buffer.from('any'), width: 56, client: 'other' }, signal)).toBe('busy')
    leaving.abort(new Error('the test is over'))
    await expect(first).rejects.toThrow('over')
  })

  it('ends when it is idle, and starts with a picture only', async () => {
    const { start, scale } = make(answering, { idleMs: 1 })
    expect(start).not.toHaveBeenCalled()
    await scale({ bytes: Buffer.from('any'), width: 56 }, signal)
    const [idle] = start.mock.results.map(({ value }) => value)
    await vi.waitFor(() => expect(idle.threadId).toBe(-1))
    expect(await scale({ bytes: Buffer.from('any'), width: 56 }, signal)).toEqual(new Uint8Array(1))
    expect(start).toHaveBeenCalledTimes(2)
  })

  it('is not asked for a picture that nobody waits for any more', async () => {
    const { start, scale } = make(answering)
    await expect(scale({ bytes: Buffer.from('any'), width: 56 }, AbortSignal.abort(new Error('left')))).rejects.toThrow(
      'left',
    )
    expect(start).not.toHaveBeenCalled()
  })
})
