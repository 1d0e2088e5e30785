// The versions that an outcome depends on, and answers that an earlier process left.
import { describe, expect, it } from 'vitest'
import { answers, hangs, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { makeAnswers, makeClock, makeKeeping, makeWire, pageSource } from '../../../test/kit/wire.ts'
import { createVersionCounters, createVersionReads } from '../cache/versions.ts'
import { type AskOptions, createAsker } from './ask.ts'

const minute = 60_000
const limits = { freshMs: 10 * minute, staleMs: 50 * minute, attempts: 1 }
const log = { error: () => undefined }

async function make(replies: readonly Reply[]) {
  const server = await scriptedServer(replies)
  const clock = makeClock()
  const wire = makeWire(clock)
  const versions = createVersionCounters()
  const asking = createAsker({ answers: makeAnswers(clock.epochMs), ...makeKeeping(wire), ...wire, versions, log })
  const source = pageSource('a', server.url('/'), limits)
  const ask = (want: AskOptions = {}) => asking.ask(source, 'q', want)
  /** The stamp of one ask. */
  const stampOf = async (want: AskOptions = {}) => {
    const versionReads = createVersionReads(clock.epochMs)
    await ask({ ...want, versionReads })
    return versionReads.stamp(1)
  }
  return { server, clock, ask, versions, stampOf }
}

describe('the mark of an outcome', () => {
  it('is valid while the answer is fresh, whether asked or cached', async () => {
    const { clock, stampOf, versions } = await make([answers('one')])
    const until = clock.epochMs() + limits.freshMs
    const asked = await stampOf()
    clock.advance(minute)
    const kept = await stampOf()
    expect(asked).toMatchObject({ until })
    expect(kept).toEqual(asked)
    expect(kept && versions.isCurrent(kept)).toBe(true)
  })

  it('does not hold once the answer was asked for anew, be it in vain', async () => {
    const { stampOf, ask, versions } = await make([answers('one'), answers('two'), answers('no', {}, 404)])
    const first = await stampOf()
    await ask({ maxAgeMs: 0 })
    const second = await stampOf()
    expect([first && versions.isCurrent(first), second && versions.isCurrent(second)]).toEqual([false, true])
    await ask({ maxAgeMs: 0 })
    expect(second && versions.isCurrent(second)).toBe(false)
  })

  it('is missing if the next caller would ask, or an ask is in flight', async () => {
    const { clock, stampOf, ask } = await make([answers('no', {}, 500), answers('one'), hangs])
    expect(await stampOf()).toBeUndefined()
    await ask()
    clock.advance(limits.freshMs)
    expect(await stampOf({ serveStale: true })).toBeUndefined()
  })
})

describe('an answer stored before a given time', () => {
  it('serves at once, and is refreshed in the background', async () => {
    const { clock, ask, server } = await make([answers('one'), answers('two')])
    await ask()
    clock.advance(limits.freshMs)
    const restarted = clock.epochMs()
    expect(await ask({ serveStaleBefore: restarted })).toMatchObject({ state: 'stale', items: ['one'] })
    await expect.poll(() => server.heard.length).toBe(2)
    await expect.poll(() => ask({ serveStaleBefore: restarted })).toMatchObject({ state: 'cached', items: ['two'] })
  })

  it('replaces waiting only once: the next caller gets the result of the refresh', async () => {
    const { clock, ask, stampOf } = await make([answers('one'), answers('no', {}, 500), answers('no', {}, 500)])
    await ask()
    clock.advance(limits.freshMs)
    const restarted = clock.epochMs()
    expect(await stampOf({ serveStaleBefore: restarted })).toBeUndefined()
    await expect
      .poll(() => ask({ serveStaleBefore: restarted }))
      .toMatchObject({ state: 'stale', items: ['one'], failure: { kind: 'unavailable' } })
  })
})
