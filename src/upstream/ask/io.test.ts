// The Io that a source gets.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answers, hangs, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { createIo, failureOf, makeAsk, makeClock, makeKeeping, makeWire } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../errors.ts'
import type { Io } from '../source.ts'

const shape = z.object({ n: z.number() })

async function ioAt(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const server = await scriptedServer([answers(body, headers)])
  const clock = makeClock()
  const wire = makeWire(clock)
  const { io } = createIo(makeAsk(), wire, { source: 'test', ...makeKeeping(wire) })
  return { io, url: server.url('/'), clock }
}

describe('io', () => {
  it('gives text in its charset', async () => {
    const { io, url } = await ioAt(Buffer.from('b5e7d3b0', 'hex'), { 'content-type': 'text/html; charset=gbk' })
    expect(await io.text(url)).toBe('电影')
  })

  it('gives bytes as they came', async () => {
    const { io, url } = await ioAt(Buffer.from('b5e7d3b0', 'hex'))
    expect(Buffer.from(await io.bytes(url)).toString('hex')).toBe('b5e7d3b0')
  })

  it('gives JSON that has the shape wanted', async () => {
    const { io, url } = await ioAt('\ufeff{"n":1,"more":true}')
    expect(await io.json(url, shape)).toEqual({ n: 1 })
  })

  it.each([
    ['no JSON', '<html>login</html>'],
    ['JSON of another shape', '{"n":"one"}'],
    ['half of it', '{"n":'],
    ['nothing', ''],
  ])('takes %s for a mismatch', async (_what, body) => {
    const { io, url } = await ioAt(body)
    const error = await failureOf(io.json(url, shape))
    expect(error).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
    expect(String(error)).toContain('not the JSON this source expects')
    expect(String(error).length).toBeLessThan(200)
  })

  it('names the field that is not as wanted', async () => {
    const { io, url } = await ioAt('{"n":"one"}')
    expect(String(await failureOf(io.json(url, shape)))).toMatch(/expects: n: /)
  })

  it.each(['file:///etc/passwd', 'ftp://a.site.test/', '/relative', 'javascript:1'])('asks for no %s', async (url) => {
    const { io } = await ioAt('never')
    expect(await failureOf(io.text(url))).toMatchObject({ kind: 'mismatch' })
  })

  it('knows the time by the clock that was handed in', async () => {
    const { io, clock } = await ioAt('')
    expect(io.now.getTime()).toBe(clock.epochMs())
  })
})

it('gives the entries of a feed, in its charset, and takes anything else for a mismatch', async () => {
  const feed = Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="gbk"?><rss><channel><item><title>'),
    Buffer.from('b5e7d3b0', 'hex'),
    Buffer.from('</title></item></channel></rss>'),
  ])
  const { io, url } = await ioAt(feed)
  expect(await io.feed(url)).toEqual([{ id: '', url: '', title: '电影', time: '', summary: '', author: '', image: '' }])
  const page = await ioAt('<html>login</html>')
  expect(await failureOf(page.io.feed(page.url))).toMatchObject({ kind: 'mismatch' })
})

/** The Io of an ask, with scripted servers that have host names of their own. */
async function ioBefore(scripts: readonly (readonly Reply[])[], limits: Parameters<typeof makeAsk>[0] = {}) {
  const names = ['a.site.test', 'b.site.test', 'c.site.test']
  const servers = await Promise.all(scripts.map((script) => scriptedServer(script)))
  const wire = makeWire()
  const keeping = { source: 'test', ...makeKeeping(wire) }
  const leaving = new AbortController()
  const ask = createIo(makeAsk(limits, { signal: leaving.signal }), wire, keeping)
  return {
    ...ask,
    leaving,
    urls: servers.map((server, at) => server.url('/', names[at])),
    heard: () => servers.map(({ heard }) => heard.length),
    isShut: (at: number) => wire.hosts.get(`${names[at]}:${servers[at]?.port}`, 8).breaker.state() === 'closed',
  }
}

describe('cookies', () => {
  const cookies = (lines: string[], more = {}) => answers('', { 'set-cookie': lines, ...more })

  it('are those a page sets, as they are sent back', async () => {
    const { io, urls } = await ioBefore([
      [cookies(['a=1; Path=/; HttpOnly', 'b="x=y"; Expires=Mon, 06 Jul 2026 00:00:00 GMT'])],
    ])
    expect(await io.cookies(urls[0] ?? '')).toBe('a=1; b="x=y"')
  })

  it('of the redirects to it are among them, and the later one of a name counts', async () => {
    const first: Reply = (response) => {
      response.writeHead(302, { location: '/next', 'set-cookie': ['a=1', 'b=1'] })
      response.end()
    }
    const { io, urls } = await ioBefore([[first, cookies(['b=2; Path=/', 'c=3'])]], { redirects: 1 })
    expect(await io.cookies(urls[0] ?? '')).toBe('a=1; b=2; c=3')
  })

  it.each(['a=; Max-Age=0', 'a=gone; path=/; max-age=-1; secure', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])(
    'that expire are dropped: %s',
    async (line) => {
      const { io, urls } = await ioBefore([[cookies(['a=1', 'b=2', line])]])
      expect(await io.cookies(urls[0] ?? '')).toBe('b=2')
    },
  )

  it('without a name are none, and none is an empty text', async () => {
    const { io, urls } = await ioBefore([[cookies(['', '; Path=/', 'words', '=1']), answers('')]])
    expect(await io.cookies(urls[0] ?? '')).toBe('')
    expect(await io.cookies(urls[0] ?? '')).toBe('')
  })
})

describe('the target of a redirect', () => {
  it('is told without being followed, and is empty in a reply that redirects nowhere', async () => {
    const target = 'https://pan.quark.cn/s/1'
    const { io, urls, heard } = await ioBefore([[answers('', { location: target }, 302), answers('a page')]])
    expect([await io.location(urls[0] ?? ''), await io.location(urls[0] ?? '')]).toEqual([target, ''])
    expect(heard()).toEqual([2])
  })
})

describe('the first of several upstreams', () => {
  const down = answers('', {}, 500)
  const ways = (urls: readonly string[]) => urls.map((url) => (io: Io) => io.text(url))
  /** A way whose source reads a block in a successful reply. */
  const refusing = (url: string) => async (io: Io) => {
    throw new UpstreamError('blocked', await io.text(url))
  }

  it('serves, and no other is asked', async () => {
    const { io, urls, heard, skippedUpstream } = await ioBefore([[answers('one')], [answers('two')]])
    expect(await io.firstOf(ways(urls))).toBe('one')
    expect(heard()).toEqual([1, 0])
    expect(skippedUpstream()).toBeUndefined()
  })

  it('that fails is tried once, the next serves, and the fallback is reported', async () => {
    const { io, urls, heard, skippedUpstream, partialFailure } = await ioBefore([[down], [down], [answers('three')]])
    expect(await io.firstOf(ways(urls))).toBe('three')
    expect(heard()).toEqual([1, 1, 1])
    expect(skippedUpstream()).toMatchObject({ kind: 'unavailable' })
    expect(partialFailure()).toBeUndefined()
  })

  it('has the last one tried as often as its limits allow, and its own failure thrown when all fail', async () => {
    const { io, urls, heard, skippedUpstream } = await ioBefore([[answers('', {}, 404)], [down]], { attempts: 2 })
    expect(await failureOf(io.firstOf(ways(urls)))).toMatchObject({ kind: 'mismatch', status: 404 })
    expect(heard()).toEqual([1, 2])
    expect(skippedUpstream()).toBeUndefined()
  })

  it('that hangs costs the time of one attempt', async () => {
    const { io, urls, heard } = await ioBefore([[hangs], [answers('two')]], { attemptMs: 50, askMs: 2_000 })
    expect(await io.firstOf(ways(urls))).toBe('two')
    expect(heard()).toEqual([1, 1])
  })

  it('is replaced for any error', async () => {
    const { io, urls, skippedUpstream } = await ioBefore([[answers('one')], [answers('two')]])
    const bug = new TypeError('the page has changed')
    const given = io.firstOf([
      async () => {
        throw bug
      },
      ...ways(urls.slice(1)),
    ])
    expect(await given).toBe('two')
    expect(skippedUpstream()).toBe(bug)
  })

  it('may be the first of several again, each of them tried once', async () => {
    const { io, urls, heard } = await ioBefore([[down], [down], [answers('three')]])
    const [one = '', two = '', three = ''] = urls
    expect(await io.firstOf([(own) => own.firstOf(ways([one, two])), ...ways([three])])).toBe('three')
    expect(heard()).toEqual([1, 1, 1])
  })

  it('is not followed by another after an abort', async () => {
    const { io, urls, heard, leaving } = await ioBefore([[hangs], [answers('two')]])
    const given = failureOf(io.firstOf(ways(urls)))
    const gone = new Error('gone')
    leaving.abort(gone)
    expect(await given).toBe(gone)
    expect(heard()[1]).toBe(0)
  })

  it('that blocks us in a successful reply opens its breaker, and those after it do not', async () => {
    const { io, urls, isShut } = await ioBefore([[answers('too fast')], [answers('two')], [down]])
    const [one = '', two = ''] = urls
    expect(await io.firstOf([refusing(one), ...ways([two])])).toBe('two')
    expect([isShut(0), isShut(1)]).toEqual([false, true])
  })

  it('that holds us off, but serves by another of its ways, is asked on', async () => {
    const { io, urls, isShut } = await ioBefore([[answers('too fast'), answers('the old list')]])
    const [one = ''] = urls
    expect(await io.firstOf([refusing(one), ...ways([one])])).toBe('the old list')
    expect(isShut(0)).toBe(true)
  })

  it('that blocks us is the one whose breaker opens when all fail', async () => {
    const { io, urls, isShut, reportBlocked } = await ioBefore([[answers('too fast')], [answers('', {}, 404)]])
    const [one = '', two = ''] = urls
    const error = await failureOf(io.firstOf([refusing(one), ...ways([two])]))
    expect(error).toMatchObject({ kind: 'blocked' })
    reportBlocked(error)
    expect([isShut(0), isShut(1)]).toEqual([false, true])
  })

  it('that answers 403 is asked by no other of its ways, unless it may serve one', async () => {
    const { io, urls, heard, isShut } = await ioBefore([[answers('', {}, 403), answers('the page')]])
    expect(await io.firstOf(ways([`${urls[0]}data`, `${urls[0]}page`]), { holdsBlocks: true })).toBe('the page')
    expect([heard(), isShut(0)]).toEqual([[2], true])
    const strict = await ioBefore([[answers('', {}, 403), answers('the page')]])
    const both = ways([`${strict.urls[0]}data`, `${strict.urls[0]}page`])
    expect(await failureOf(strict.io.firstOf(both))).toMatchObject({ kind: 'blocked' })
    expect(strict.heard()).toEqual([1])
  })

  it.each([
    ['another serves', answers('two'), [false, true]],
    ['all fail', answers('', {}, 404), [false, true]],
    ['the last answers 403 too', answers('', {}, 403), [false, false]],
  ])('that answers 403 has its breaker opened when %s', async (_when, second, shut) => {
    const { io, urls, isShut } = await ioBefore([[answers('', {}, 403)], [second]])
    await io.firstOf(ways(urls), { holdsBlocks: true }).catch(() => undefined)
    expect([isShut(0), isShut(1)]).toEqual(shut)
  })

  it('that serves without its refused details has its breaker opened for them', async () => {
    const { io, urls, isShut } = await ioBefore([[answers('list'), answers('', {}, 403)], [answers('two')]])
    const list = async (own: Io) => {
      const text = await own.text(urls[0] ?? '')
      await own.some([own.text(urls[0] ?? ''), Promise.resolve(text)])
      return text
    }
    expect(await io.firstOf([list, ...ways(urls.slice(1))], { holdsBlocks: true })).toBe('list')
    expect([isShut(0), isShut(1)]).toEqual([false, true])
  })

  it('takes with it the parts it lacked', async () => {
    const { io, urls, partialFailure } = await ioBefore([[down], [answers('two')]])
    const parts = async (own: Io) => {
      await own.some([own.text(urls[0] ?? ''), Promise.resolve('part')])
      throw new UpstreamError('mismatch', 'the parts do not fit')
    }
    expect(await io.firstOf([parts, ...ways(urls.slice(1))])).toBe('two')
    expect(partialFailure()).toBeUndefined()
  })
})
