// The image proxy: one fetch for concurrent requests, cached for a day within the budget, and size limits.
import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { drawPicture } from '../../standin/picture.ts'
import { makeClock, makeWire } from '../../test/kit/wire.ts'
import { createMemoryBudget } from '../store/memory/weighted-cache.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { createDownload, type Download, type DownloadOptions } from '../upstream/net/download.ts'
import type { Transport } from '../upstream/net/transport.ts'
import { parseImageHosts } from './allowed-hosts.ts'
import { createImageProxy, type ImageProxyDeps, type ProxiedImage } from './image-proxy.ts'
import type { PictureScaler } from './scaling/scaler.ts'

const gif = Buffer.from('GIF89a of one dot;')
const address = new URL('https://cdn4.telesco.pe/file/a.jpg')

function makePictures(download: Download, own: Partial<ImageProxyDeps> = {}) {
  const clock = makeClock()
  const hosts = parseImageHosts('')
  if (!hosts) throw new Error('pictures are on')
  const cache = createMemoryBudget(1_000_000, clock.epochMs).createCache<ProxiedImage>()
  const scaler = { scale: async () => undefined }
  const pictures = createImageProxy({ hosts, download, scaler, cache, epochMs: clock.epochMs, ...own })
  const at = (url = address, signal = new AbortController().signal, width?: number) => pictures.get(url, signal, width)
  return { clock, at }
}

/** The limits of an image request. */
async function wantOf(): Promise<DownloadOptions> {
  const download = vi.fn<Download>(async () => gif)
  await makePictures(download).at()
  const [, want] = download.mock.calls[0] ?? []
  if (!want) throw new Error('it was asked for')
  return want
}

describe('a picture', () => {
  it('is asked for once by all who want it at the same time, and later served from memory for a day', async () => {
    const download = vi.fn<Download>(async () => gif)
    const { at, clock } = makePictures(download)
    const [one, other] = await Promise.all([at(), at()])
    expect(one).toEqual({ bytes: gif, type: 'image/gif', etag: expect.stringMatching(/^"[\w-]{27}"$/) })
    expect(other).toBe(one)
    clock.advance(24 * 60 * 60_000)
    expect(await at()).toBe(one)
    expect(download).toHaveBeenCalledTimes(1)
    clock.advance(1)
    await at()
    expect(download).toHaveBeenCalledTimes(2)
  })

  it('that fails is asked for again by the next who wants it', async () => {
    const download = vi
      .fn<Download>()
      .mockRejectedValueOnce(new UpstreamError('network', 'reset'))
      .mockResolvedValue(gif)
    const { at } = makePictures(download)
    await expect(at()).rejects.toMatchObject({ kind: 'network' })
    expect((await at()).type).toBe('image/gif')
  })

  it.each([401, 403])(
    'that stands in for one that is refused by a %i is not handed on and not kept',
    async (refusal) => {
      const statuses = [refusal, 200]
      const send: Transport['send'] = async () => {
        const status = statuses.shift() ?? 500
        return { status, headers: {}, body: Readable.from([gif]), discard: () => undefined }
      }
      const { at } = makePictures(createDownload({ ...makeWire(), transport: { send, close: async () => undefined } }))
      await expect(at()).rejects.toMatchObject({ kind: 'blocked', message: `answered ${refusal}` })
      expect((await at()).bytes).toEqual(gif)
    },
  )

  it('is counted under the listed host that its own is below, whatever name that has', async () => {
    const { labelOf } = await wantOf()
    expect(['cdn4.telesco.pe', 'x7f3.telesco.pe', 'telesco.pe', 'elsewhere.example'].map(labelOf)).toEqual([
      ...['pictures of telesco.pe', 'pictures of telesco.pe', 'pictures of telesco.pe', 'pictures of others'],
    ])
  })

  it('is a mismatch when something else comes', async () => {
    const { at } = makePictures(async () => Buffer.from('<html>'))
    await expect(at()).rejects.toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
  })

  it('is given up when nobody waits for it any more, and only then', async () => {
    const leaving = new AbortController()
    let ending: AbortSignal | undefined
    const { at } = makePictures(
      (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          ending = signal
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    const staying = new AbortController()
    const gone = at(address, leaving.signal)
    const waiting = at(address, staying.signal)
    await vi.waitFor(() => expect(ending).toBeDefined())
    leaving.abort(new Error('left'))
    await expect(gone).rejects.toThrow('left')
    expect(ending?.aborted).toBe(false)
    staying.abort(new Error('left too'))
    await expect(waiting).rejects.toThrow('left too')
    expect(ending?.aborted).toBe(true)
  })

  it('waits while as many are on their way as may be at once', async () => {
    const release: (() => void)[] = []
    const { at } = makePictures(() => new Promise((resolve) => release.push(() => resolve(gif))))
    const all = Array.from({ length: 20 }, (_, number) => at(new URL(`${address.href}?${number}`)))
    await vi.waitFor(() => expect(release).toHaveLength(16))
    for (let next = release.shift(); next; next = release.shift()) {
      next()
      await Promise.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await Promise.all(all)).toHaveLength(20)
  })

  it('takes room and leaves it, and is refused as there is none', async () => {
    const left = vi.fn()
    await makePictures(async () => gif, { room: { reserve: () => left } }).at()
    expect(left).toHaveBeenCalledOnce()
    const full = (): never => {
      throw new Error('no room')
    }
    const download = vi.fn<Download>(async () => gif)
    await expect(makePictures(download, { room: { reserve: full } }).at()).rejects.toThrow('no room')
    expect(download).not.toHaveBeenCalled()
  })
})

describe('a picture of a width', () => {
  const png = drawPicture('any')
  const small = Buffer.from('RIFF\x10\0\0\0WEBP of few dots')
  const { signal } = new AbortController()

  it('is scaled once for each width, and the whole one is not affected', async () => {
    const scale = vi.fn<PictureScaler['scale']>(async () => small)
    const { at } = makePictures(async () => png, { scaler: { scale } })
    expect(await at(address, signal, 56)).toEqual({
      ...{ bytes: small, type: 'image/webp', etag: expect.not.stringMatching((await at()).etag) },
    })
    await at(address, signal, 56)
    await at(address, signal, 112)
    expect(scale.mock.calls.map(([bytes, width]) => [bytes.length, width])).toEqual([
      [png.length, 56],
      [png.length, 112],
    ])
    expect((await at()).bytes).toEqual(png)
  })

  it('is served whole where it cannot be scaled, and not tried again', async () => {
    const scale = vi.fn<PictureScaler['scale']>(async () => undefined)
    const { at } = makePictures(async () => png, { scaler: { scale } })
    expect((await at(address, signal, 56)).bytes).toEqual(png)
    await at(address, signal, 56)
    expect(scale).toHaveBeenCalledTimes(1)
  })

  it('is not decoded where its type may be animated or has no decoder', async () => {
    const scale = vi.fn<PictureScaler['scale']>()
    const { at } = makePictures(async () => gif, { scaler: { scale } })
    expect((await at(address, signal, 56)).bytes).toEqual(gif)
    expect(scale).not.toHaveBeenCalled()
  })
})

describe('what is sent for a picture', () => {
  it('tells nobody who wants it, or for what', async () => {
    const { init } = await wantOf()
    expect(Object.keys(init?.headers ?? {})).toEqual(['accept'])
  })

  it('is bounded in bytes, time, attempts and redirects', async () => {
    const { limits } = await wantOf()
    expect(limits).toMatchObject({ bodyBytes: 2_097_152, askMs: 5_000, attempts: 2, redirects: 2, parallel: 4 })
  })

  it.each([
    ['https://cdn1.telesco.pe/file/b.jpg', true],
    ['http://cdn1.telesco.pe/file/b.jpg', false],
    ['https://cdn1.telesco.pe:8443/file/b.jpg', false],
    ['https://me:secret@cdn1.telesco.pe/file/b.jpg', false],
    ['https://elsewhere.test/b.jpg', false],
    ['https://127.0.0.1/b.jpg', false],
  ])('is sent on to %s: %s', async (target, mayFollow) => {
    expect((await wantOf()).mayFollow(new URL(target))).toBe(mayFollow)
  })
})
