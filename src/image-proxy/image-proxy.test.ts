// The image proxy: one fetch for concurrent requests, cached for a day within the budget, and size limits.
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { drawPicture } from '../../standin/picture-hosts.ts'
import { makeClock, makeWire } from '../../test/kit/wire.ts'
import { createMemoryBudget } from '../store/memory/memory-budget.ts'
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
  const at = (url = address, signal = new AbortController().signal, width?: number) =>
    pictures.get(url, signal, { width })
  return { clock, at, pictures }
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

  it.each([401, 403])('that replaces one refused with a %i is neither served nor cached', async (refusal) => {
    const statuses = [refusal, 200]
    const send: Transport['send'] = async () => {
      const status = statuses.shift() ?? 500
      return { status, headers: {}, body: Readable.from([gif]), discard: () => undefined }
    }
    const { at } = makePictures(createDownload({ ...makeWire(), transport: { send, close: async () => undefined } }))
    await expect(at()).rejects.toMatchObject({ kind: 'blocked', message: `answered ${refusal}` })
    expect((await at()).bytes).toEqual(gif)
  })

  it('is counted under the listed host that its own is below, whatever name that has', async () => {
    const { groups } = await wantOf()
    const hosts = ['cdn4.telesco.pe', 'x7f3.telesco.pe', 'telesco.pe', 'elsewhere.example']
    expect(hosts.map((host) => groups?.labelOf(host))).toEqual([
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
    const { ask, sent, settle } = makeSites()
    const all = listed.flatMap((host) => [1, 2, 3, 4].map((number) => ask(`https://${host}/${number}`)))
    await settle()
    expect(sent).toHaveLength(16)
    for (let at = 0; at < all.length; at += 1) {
      sent[at]?.answer()
      await settle()
    }
    expect(await Promise.all(all)).toHaveLength(all.length)
  })

  it('takes room and leaves it, and is refused as there is none', async () => {
    const left = vi.fn()
    await makePictures(async () => gif, { capacity: { reserve: () => left } }).at()
    expect(left).toHaveBeenCalledOnce()
    const full = (): never => {
      throw new Error('no room')
    }
    const download = vi.fn<Download>(async () => gif)
    await expect(makePictures(download, { capacity: { reserve: full } }).at()).rejects.toThrow('no room')
    expect(download).not.toHaveBeenCalled()
  })
})

const listed = ['telesco.pe', 'hdslb.com', 'csdnimg.cn', 'zhimg.com', 'doubanio.com', 'toutiaoimg.com']

/** Pictures of sites whose answers the test gives. */
function makeSites() {
  const sent: { readonly host: string; answer(): void; fail(error: Error): void }[] = []
  const send: Transport['send'] = ({ url, signal }) =>
    new Promise((resolve, reject) => {
      const reply = { status: 200, headers: {}, body: Readable.from([gif]), discard: () => undefined }
      sent.push({ host: url.host, answer: () => resolve(reply), fail: reject })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const clock = makeClock()
  const wire = { ...makeWire({ epochMs: clock.epochMs }), transport: { send, close: async () => undefined } }
  const { pictures } = makePictures(createDownload(wire))
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort(new Error('the test is over')))
  const ask = (url: string, client = 'one') => {
    const picture = pictures.get(new URL(url), leaving.signal, { client })
    picture.catch(() => undefined)
    return picture
  }
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask, sent, settle, hosts: () => sent.map(({ host }) => host) }
}

describe('pictures of several clients', () => {
  it('of a site that answers do not wait behind those of a site that does not', async () => {
    const { ask, sent, settle, hosts } = makeSites()
    for (let number = 0; number < 150; number += 1) ask(`https://h${number}.hdslb.com/a.jpg`)
    await settle()
    const other = ask('https://cdn4.telesco.pe/a.jpg', 'other')
    await settle()
    expect(hosts()).toEqual(['h0.hdslb.com', 'h1.hdslb.com', 'h2.hdslb.com', 'h3.hdslb.com', 'cdn4.telesco.pe'])
    sent[4]?.answer()
    expect((await other).type).toBe('image/gif')
  })

  it('of one site take turns', async () => {
    const { ask, sent, settle, hosts } = makeSites()
    for (let number = 0; number < 50; number += 1) ask(`https://cdn${number}.telesco.pe/a.jpg`)
    await settle()
    for (const name of ['x', 'y']) ask(`https://${name}.telesco.pe/a.jpg`, 'other')
    for (let at = 0; at < 4; at += 1) {
      sent[at]?.answer()
      await settle()
    }
    expect(hosts().slice(4)).toEqual(expect.arrayContaining(['x.telesco.pe', 'y.telesco.pe']))
  })

  it('take turns for the slots of all sites', async () => {
    const { ask, sent, settle, hosts } = makeSites()
    for (const host of listed.slice(0, 5))
      for (let number = 0; number < 40; number += 1) ask(`https://${host}/${number}`)
    await settle()
    expect(sent).toHaveLength(16)
    ask(`https://${listed[5]}/a.jpg`, 'other')
    await settle()
    sent[0]?.answer()
    await settle()
    expect(hosts()[16]).toBe(listed[5])
  })

  it('are refused to a client with too many pending images, not to others', async () => {
    const { ask, sent, settle } = makeSites()
    for (let number = 0; number < 200; number += 1) ask(`https://h${number}.hdslb.com/a.jpg`)
    await expect(ask('https://cdn4.telesco.pe/a.jpg')).rejects.toMatchObject({ status: 503 })
    const other = ask('https://cdn4.telesco.pe/b.jpg', 'other')
    await settle()
    sent.at(-1)?.answer()
    expect((await other).type).toBe('image/gif')
  })

  it.each([
    ['that hang', () => new UpstreamError('timeout', 'no whole answer in time'), 'open'],
    ['whose names do not exist', () => noSuchHost(), 'network'],
  ])('of a listed host share its breaker, which five subdomains %s make %s', async (_how, failure, kind) => {
    const { ask, sent, settle } = makeSites()
    const failedOf = async (hosts: readonly string[]) => {
      const ends: unknown[] = []
      for (const host of hosts) ask(`https://${host}.hdslb.com/a.jpg`).catch((error: unknown) => ends.push(error))
      await vi.waitFor(async () => {
        for (const { fail } of sent) fail(failure())
        await settle()
        expect(ends).toHaveLength(hosts.length)
      })
      return ends
    }
    await failedOf(['h0', 'h1', 'h2', 'h3', 'h4', 'h5'])
    const before = sent.length
    expect(await failedOf(['h6'])).toMatchObject([{ kind }])
    expect(sent.length > before).toBe(kind !== 'open')
  })
})

function noSuchHost(): UpstreamError {
  return new UpstreamError('network', 'no such host (ENOTFOUND)', { reason: { code: 'no_such_host' } })
}

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
    expect(scale.mock.calls.map(([{ bytes, width }]) => [bytes.length, width])).toEqual([
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

  it('is tried once for each content and width that cannot be scaled, whatever its addresses', async () => {
    const scale = vi.fn<PictureScaler['scale']>(async () => undefined)
    const { at } = makePictures(async () => png, { scaler: { scale } })
    for (let number = 0; number < 5; number += 1) await at(new URL(`${address.href}?${number}`), signal, 56)
    expect(scale).toHaveBeenCalledTimes(1)
    await at(address, signal, 112)
    expect(scale).toHaveBeenCalledTimes(2)
  })

  it('is served whole while too many wait to be scaled, and scaled when asked for again, without another download', async () => {
    const scale = vi.fn<PictureScaler['scale']>().mockResolvedValueOnce('busy').mockResolvedValue(small)
    const download = vi.fn<Download>(async () => png)
    const { at } = makePictures(download, { scaler: { scale } })
    expect((await at(address, signal, 56)).bytes).toEqual(png)
    expect((await at(address, signal, 56)).bytes).toEqual(small)
    expect(download).toHaveBeenCalledTimes(1)
  })

  it('is not decoded where its type may be animated or has no decoder', async () => {
    const scale = vi.fn<PictureScaler['scale']>()
    const { at } = makePictures(async () => gif, { scaler: { scale } })
    expect((await at(address, signal, 56)).bytes).toEqual(gif)
    expect(scale).not.toHaveBeenCalled()
  })
})

describe('what is sent for a picture', () => {
  it('sends no header that identifies the client or the search', async () => {
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
    expect((await wantOf()).mayFollow?.(new URL(target))).toBe(mayFollow)
  })
})
