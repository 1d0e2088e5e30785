// Checks of one cloud with limits shared by other replicas.
import { expect, it, vi } from 'vitest'
import { checksInRealTime, statesOf } from '../../../test/kit/checks.ts'
import { shareAt as quark } from '../../../test/kit/searching.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { BreakerChannel, SharedBreakerState } from '../../upstream/host/circuit-breaker.ts'
import type { HostCoordination } from '../../upstream/host/hosts.ts'

interface Turns {
  now: number
  readonly asked: string[]
  /** Nobody's turn comes before it. */
  gate: Promise<void>
}

/** Checks of a cloud that answers like this, in a replica of which others share the limits. */
function make(cloud: () => Promise<{ state: 'ok'; summary: string }>, told?: SharedBreakerState) {
  const turns: Turns = { now: 0, asked: [], gate: Promise.resolve() }
  const heard: string[] = []
  const breakerChannel = (name: string): BreakerChannel => ({
    latest: () => told,
    publish: ({ openUntil }) => void heard.push(`${name} ${openUntil === 0 ? 'shut' : 'open'}`),
  })
  const coordination: HostCoordination = {
    breakerChannel,
    async acquireSlot(name, parallel, signal, spacingMs) {
      turns.asked.push(`${name} ${parallel} ${spacingMs}`)
      await turns.gate
      signal.throwIfAborted()
      turns.now += 1
      return () => {
        turns.now -= 1
      }
    },
  }
  const during: number[] = []
  const answer = () => {
    during.push(turns.now)
    return cloud()
  }
  return {
    ...checksInRealTime({ quark: answer }, { coordination, manners: { parallel: 2, spacingMs: 1 } }),
    turns,
    heard,
    during,
  }
}

async function there() {
  return { state: 'ok', summary: 'there' } as const
}

it('a check waits for its turn among all replicas, and says when it is over', async () => {
  const { ask, turns, during } = make(there)
  const { promise, resolve } = Promise.withResolvers<void>()
  turns.gate = promise
  const checked = ask([quark(1)])
  await vi.waitFor(() => expect(turns.asked).toEqual(['check:quark 2 1']))
  expect(during).toEqual([])
  resolve()
  expect(statesOf(await checked)).toEqual(['ok'])
  expect([during, turns.now]).toEqual([[1], 0])
})

it('a check that fails says that it is over too', async () => {
  const { ask, turns } = make(() => Promise.reject(new UpstreamError('network', 'gone')))
  expect(statesOf(await ask([quark(1)]))).toEqual(['uncertain'])
  expect([turns.asked.length, turns.now]).toEqual([1, 0])
})

it('a cloud that blocks one replica is left alone by all', async () => {
  const { ask, heard } = make(() => Promise.reject(new UpstreamError('blocked', 'too often')))
  await ask([quark(1)])
  expect(heard).toEqual(['check:quark open'])
  const reason = new UpstreamError('blocked', 'too often')
  const other = make(there, { openUntil: Date.now() + 60_000, openMs: 1, reason })
  expect(statesOf(await other.ask([quark(1)]))).toEqual(['uncertain'])
  expect([other.turns.asked, other.asked]).toEqual([[], []])
})

it('a check after the open period is the trial, and its success is published', async () => {
  const { ask, heard } = make(there, { openUntil: Date.now() - 1, openMs: 1, reason: undefined })
  expect(statesOf(await ask([quark(1)]))).toEqual(['ok'])
  expect(heard).toEqual(['check:quark shut'])
})
