// The upstream service with local servers: concurrency, order, and late answers.
import { describe, expect, it } from 'vitest'
import { answers, answersAfter, hangs, type Reply, scriptedServer } from '../../test/kit/scripted-server.ts'
import { makeClock, makeUpstream, pageSource, watchTurns } from '../../test/kit/wire.ts'
import { createTimeSlices } from '../async/time-slices.ts'
import { defaultLimits, type Io, type Limits } from './source.ts'

async function collect<Yielded>(gathered: AsyncIterable<Yielded>): Promise<Yielded[]> {
  const all: Yielded[] = []
  for await (const one of gathered) all.push(one)
  return all
}

/** Answers after several turns of the event loop, so that exchanges overlap as far as allowed. */
const lingers: Reply = (response, heard) => {
  const wait = (turns: number) => {
    if (turns > 0) setImmediate(wait, turns - 1)
    else answers('ok')(response, heard)
  }
  wait(200)
}

function sourcesAt(url: string, count: number, limits: Partial<Limits> = {}) {
  return Array.from({ length: count }, (_, at) => pageSource(`${url}${at}`, `${url}${at}`, limits))
}

it('downloads that fail open no breaker of a host that sources ask, and have a label of their own in the metrics', async () => {
  const server = await scriptedServer([...Array(8).fill(answers('no', {}, 500)), answers('asked')])
  const { upstream, metrics } = makeUpstream()
  const want = {
    limits: { ...defaultLimits, attempts: 1 },
    signal: new AbortController().signal,
    mayFollow: () => true,
    caller: { limits: [] },
    groups: { nameOf: (host: string) => host, labelOf: () => 'all downloads' },
  }
  for (let count = 0; count < 8; count += 1)
    await upstream.download(new URL(server.url('/')), want).catch(() => undefined)
  // The breaker of downloads opened after a few of them.
  const failed = server.heard.length
  expect(failed).toBeLessThan(8)
  const { failure } = await upstream.ask(pageSource('a', server.url('/')), 'q', {})
  expect(failure).toMatchObject({ kind: 'unavailable' })
  expect(server.heard.length).toBeGreaterThan(failed)
  const text = await metrics.text()
  expect(text).toContain('trawl_upstream_attempt_seconds_count{host="all downloads",outcome="unavailable"}')
  expect(text.match(/^trawl_upstream_breaker_open\{.*\} (.*)$/gm)).toEqual([
    `trawl_upstream_breaker_open{host="127.0.0.1:${server.port}"} 0`,
  ])
})

describe('at once', () => {
  it('replies are received, but parsed one after another: long parsing has a turn of the event loop of its own', async () => {
    const gate = Promise.withResolvers<void>()
    const server = await scriptedServer([answersAfter(gate.promise, 'ok')])
    const clock = makeClock()
    const { upstream } = makeUpstream({ epochMs: clock.epochMs, nextSlice: createTimeSlices(clock.epochMs) })
    const turns = watchTurns<string>()
    const sources = sourcesAt(server.url('/'), 20, { parallel: 20 }).map((source) => ({
      ...source,
      async ask(...asked: Parameters<typeof source.ask>) {
        const read = await source.ask(...asked)
        clock.advance(30)
        turns.record(source.id)
        return read
      },
    }))
    const gathered = collect(upstream.gather(sources, 'q', { parallel: 20, deadlineMs: 60_000 }))
    await server.until(20)
    gate.resolve()
    await gathered
    expect(turns.byTurn().map(({ length }) => length)).toEqual(Array(20).fill(1))
  })

  it('no more attempts are on the wire to a host than its limit allows, over several gatherings', async () => {
    const server = await scriptedServer([lingers])
    const { upstream } = makeUpstream()
    const spread = { parallel: 50, deadlineMs: 15_000 }
    const gatherings = ['/a', '/b', '/c'].map((path) =>
      collect(upstream.gather(sourcesAt(server.url(path), 10, { parallel: 4 }), 'q', spread)),
    )
    const outcomes = (await Promise.all(gatherings)).flat()
    expect(outcomes.map(([, outcome]) => outcome.state)).toEqual(Array(30).fill('fresh'))
    expect(server.heard).toHaveLength(30)
    expect(server.mostAtOnce()).toBe(4)
  })

  it('no more attempts of one gathering are on the wire than it may have, however many pages a source asks', async () => {
    const server = await scriptedServer([lingers])
    const { upstream } = makeUpstream()
    const sources = sourcesAt(server.url('/'), 3).map((source) => ({
      ...source,
      ask: async (_query: string, io: Io) => await io.some(Array.from({ length: 6 }, () => io.text(source.home))),
    }))
    await collect(upstream.gather(sources, 'q', { parallel: 3, deadlineMs: 15_000 }))
    expect([server.heard.length, server.mostAtOnce()]).toEqual([18, 3])
  })
})

it('closing ends everything, connections too', async () => {
  const server = await scriptedServer([hangs])
  const { upstream } = makeUpstream()
  const asked = upstream.ask(pageSource('a', server.url('/')), 'q', {})
  await server.until(1)
  await upstream.close()
  expect(await asked).toMatchObject({ state: 'failed', failure: { detail: 'the service stops' } })
  await server.heard[0]?.over
})

it('every attempt is counted and timed by host and outcome, and every ask by its state', async () => {
  const server = await scriptedServer([answers('no', {}, 500), answers('a page'), answers('no', {}, 404)])
  const { upstream, metrics } = makeUpstream()
  const source = pageSource('a', server.url('/'))
  await upstream.ask(source, 'q', {})
  await upstream.ask(source, 'q', {})
  await upstream.ask(source, 'other', {})
  const text = await metrics.text()
  const host = `127.0.0.1:${server.port}`
  for (const line of [
    `trawl_upstream_attempt_seconds_count{host="${host}",outcome="unavailable"} 1`,
    `trawl_upstream_attempt_seconds_count{host="${host}",outcome="ok"} 1`,
    `trawl_upstream_attempt_seconds_count{host="${host}",outcome="mismatch"} 1`,
    'trawl_asks_total{outcome="fresh"} 1',
    'trawl_asks_total{outcome="cached"} 1',
    'trawl_asks_total{outcome="failed"} 1',
  ])
    expect(text).toContain(line)
  expect(text).toMatch(new RegExp(`received_bytes_total{host="${host}"} ${'no'.length * 2 + 'a page'.length}\n`))
})
