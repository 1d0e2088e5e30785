// A source that runs here first, and again in the parser process when a reply is heavy; that process is a function here.
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../errors.ts'
import type { Io, Memo, Source } from '../source.ts'
import type { AskPort } from './ask-port.ts'
import { callSource, callSourceHere, type SourceParser } from './call-source.ts'

const heavy = ','.repeat(20_001)

type Asking = Source<string, unknown>['ask']

/** A port that replies with the request and its number, except to `/heavy`, which is heavy, and `/gone`, which fails. */
function makePort() {
  const asked: string[] = []
  const gone = new UpstreamError('unavailable', 'answered 500')
  const recalled: Promise<unknown>[] = []
  const port: AskPort = {
    signal: new AbortController().signal,
    now: new Date(0),
    async request(url, init, options) {
      const request = [url, init.body, options?.maxAttempts].filter((part) => part !== undefined).join(' ')
      asked.push(request)
      if (url === '/gone') throw gone
      const bytes = Buffer.from(url === '/heavy' ? heavy : `${request} #${asked.length}`)
      return { status: 200, bytes, headers: {}, setCookies: [], isUnchanged: false }
    },
    reportFailure: () => undefined,
    recall<T>(memo: Memo<T>) {
      const made = memo.make()
      recalled.push(made)
      return made
    },
    copy: async (file) => file.read(Buffer.from('file')),
  }
  return { port, asked, gone, recalled }
}

/** Calls a source. The parser process runs it again, on as many ports as given. */
async function call(ask: Asking, { runs = 1 } = {}) {
  const { port, ...seen } = makePort()
  const parsed: unknown[] = []
  const source = { id: 'a', home: 'https://a.site.test/', ask }
  const parser: SourceParser = {
    async ask({ id }, query, makePort) {
      parsed.push([id, query])
      for (let run = 1; run < runs; run += 1) await callSourceHere({ ask }, String(query), makePort())
      return callSourceHere({ ask }, String(query), makePort())
    },
    close: async () => undefined,
  }
  const reply = await callSource(source, 'q', port, parser)
  return { ...seen, parsed, reply }
}

async function sizeOf(io: Io, url: string): Promise<number> {
  return (await io.text(url)).length
}

/** Whether a source that gets this body runs again in the parser process. */
async function isParsedElsewhere(body: string, onePass: Pick<Source<string, unknown>, 'readsInOnePass'> = {}) {
  const { port } = makePort()
  const request = async () => ({ ...(await port.request('/', {})), bytes: Buffer.from(body) })
  const ask = async (_query: string, io: Io) => [await io.text('/')]
  const reply = { items: ['elsewhere'], partialFailure: undefined, skippedUpstream: undefined }
  const parser: SourceParser = { ask: async () => reply, close: async () => undefined }
  const { items } = await callSource({ id: 'a', home: '/', ask, ...onePass }, 'q', { ...port, request }, parser)
  return items[0] === 'elsewhere'
}

describe('a body is expensive to parse', () => {
  it.each([
    ['with 20,000 separators', `x${','.repeat(20_000)}`, false],
    ['with one more', heavy, true],
    ['with one more of two kinds', `${','.repeat(10_000)}${'<'.repeat(10_001)}`, true],
    ['of one megabyte', 'x'.repeat(1024 * 1024), false],
    ['of one byte more', 'x'.repeat(1024 * 1024 + 1), true],
  ])('%s', async (_what, body, isExpensive) => {
    expect(await isParsedElsewhere(body)).toBe(isExpensive)
  })

  it.each([
    ['only where it has more than one megabyte', heavy, false],
    ['from one byte more', 'x'.repeat(1024 * 1024 + 1), true],
  ])('for a source that reads it in one pass %s', async (_what, body, isExpensive) => {
    expect(await isParsedElsewhere(body, { readsInOnePass: true })).toBe(isExpensive)
  })
})

describe('a source', () => {
  it('with light replies runs only here, and its failures are its own', async () => {
    const { parsed, reply, asked } = await call(async (_query, io) => [await io.text('/a'), await io.text('/b')])
    expect(reply.items).toEqual(['/a #1', '/b #2'])
    expect([parsed, asked]).toEqual([[], ['/a', '/b']])
    expect(await failureOf(call(async (_query, io) => [await io.text('/gone')]))).toMatchObject({
      message: 'answered 500',
    })
  })

  it('runs here with any reply when there is no parser process', async () => {
    const { port } = makePort()
    const source = { id: 'a', home: '/', ask: async (_query: string, io: Io) => [await sizeOf(io, '/heavy')] }
    expect(await callSource(source, 'q', port, undefined)).toMatchObject({ items: [heavy.length] })
  })

  it('with a heavy reply runs again in the parser process, with missing parts and skipped upstreams reported', async () => {
    const { parsed, reply, gone } = await call(async (_query, io) => [
      await io.some([sizeOf(io, '/heavy'), sizeOf(io, '/gone')]),
      await io.firstOf([(way) => way.text('/gone'), (way) => way.text('/a')]),
    ])
    expect(parsed).toEqual([['a', 'q']])
    expect(reply).toEqual({ items: [[heavy.length], '/a #4'], partialFailure: gone, skippedUpstream: gone })
  })

  it('that reads a mirrored file runs in the parser process', async () => {
    const file = { url: '/file', everyMs: 1, read: (bytes: Uint8Array) => String(bytes) }
    const { parsed, reply, asked } = await call(async (_query, io) => [await io.copy(file)])
    expect([parsed, reply.items, asked]).toEqual([[['a', 'q']], ['file'], []])
  })
})

describe('an abandoned run', () => {
  it('goes no further: neither its replies arrive nor does it ask for more', async () => {
    const light = Promise.withResolvers<void>()
    const arrived: string[] = []
    let runs = 0
    const { asked } = await call(async (_query, io) => {
      runs += 1
      const run = `run ${runs}`
      const beside = light.promise.then(() => io.text(`/more of ${run}`))
      void io.text('/heavy').finally(() => arrived.push(run))
      if (runs === 2) light.resolve()
      await beside
      return []
    })
    expect(arrived).toEqual(['run 2'])
    expect(asked).toEqual(['/heavy', '/more of run 2'])
  })

  it('fails what it was making for other asks, which make it themselves', async () => {
    let runs = 0
    const { recalled, reply } = await call(async (_query, io) => {
      runs += 1
      const make = runs === 1 ? () => sizeOf(io, '/heavy') : async () => 1
      return [await io.remembered({ key: 'token', forMs: 1, shape: { parse: Number }, make })]
    })
    expect((await Promise.allSettled(recalled)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(reply.items).toEqual([1])
  })
})

describe('a run in the parser process', () => {
  it('reuses each reply received so far once, by its address and body in any order, also after that process died', async () => {
    let runs = 0
    const { asked, reply } = await call(
      async (_query, io) => {
        runs += 1
        const ways = [() => io.text('/a'), () => io.text('/a', { body: 'x' }), () => io.text('/b')]
        const texts: string[] = []
        if (runs > 1) await io.text('/new')
        for (const way of runs > 1 ? ways.reverse() : ways) texts.push(await way())
        texts.push(await io.text('/a'))
        await io.text('/heavy')
        return [...texts, await io.firstOf([(way) => way.text('/gone'), (way) => way.text('/c')])]
      },
      { runs: 2 },
    )
    expect(asked).toEqual(['/a', '/a x', '/b', '/a', '/heavy', '/new', '/gone 1', '/c'])
    expect(reply.items).toEqual(['/b #3', '/a x #2', '/a #1', '/a #4', '/c #8'])
  })
})
