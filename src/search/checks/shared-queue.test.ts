// A check queue with limits shared by other replicas.
import PQueue from 'p-queue'
import { expect, it } from 'vitest'
import { join } from '../../async/single-flight.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { BreakerChannel, SharedBreakerState } from '../../upstream/host/breaker-timing.ts'
import type { Outcome } from '../../upstream/source.ts'
import type { CheckVerdict } from './check.ts'
import { type CheckAttempt as CloudTold, createCheckQueue } from './check-queue.ts'
import { uncertain } from './check-result.ts'

interface Turns {
  now: number
  readonly asked: string[]
  /** Nobody's turn comes before it. */
  gate: Promise<void>
}

interface Others {
  told: SharedBreakerState | undefined
  mayTry: boolean
  readonly heard: string[]
}

function make() {
  const turns: Turns = { now: 0, asked: [], gate: Promise.resolve() }
  const others: Others = { told: undefined, mayTry: true, heard: [] }
  const breakerChannel = (cloud: string): BreakerChannel => ({
    latest: () => others.told,
    opened: () => void others.heard.push(`${cloud} open`),
    closed: () => void others.heard.push(`${cloud} shut`),
    requestTrial: async () => others.mayTry,
    releaseTrial: () => void others.heard.push(`${cloud} gave up`),
  })
  const line = createCheckQueue({
    cloud: 'quark',
    manners: { parallel: 2, spacingMs: 0 },
    slots: new PQueue({ concurrency: 8 }),
    epochMs: Date.now,
    sharedLines: {
      breakerChannel,
      async acquire(cloud, { parallel }, signal) {
        turns.asked.push(`${cloud} ${parallel}`)
        await turns.gate
        signal.throwIfAborted()
        turns.now += 1
        return () => {
          turns.now -= 1
        }
      },
    },
  })
  const check = async (key: string, ask: () => Promise<Outcome<CheckVerdict>>) => {
    const heard: CloudTold[] = []
    const conclude = (told: CloudTold) => {
      heard.push(told)
      return uncertain('x', 0, 0)
    }
    const place = line.join({ key, order: 0, ask, conclude })
    if (place) await join(place.flight, undefined)
    return heard[0]
  }
  return { line, turns, others, check }
}

const there: Outcome<CheckVerdict> = { state: 'fresh', items: [{ state: 'ok', summary: 'there' }], at: new Date(0) }
const failed: Outcome<CheckVerdict> = { state: 'failed', failure: { kind: 'blocked', detail: 'too often' } }

it('a check waits for its turn among all replicas, and says when it is over', async () => {
  const { turns, check } = make()
  const { promise, resolve } = Promise.withResolvers<void>()
  turns.gate = promise
  const during: number[] = []
  const checked = check('a', async () => {
    during.push(turns.now)
    return there
  })
  await new Promise(setImmediate)
  expect([turns.asked, during]).toEqual([['quark 2'], []])
  resolve()
  expect(await checked).toMatchObject({ verdict: { state: 'ok' } })
  expect([during, turns.now]).toEqual([[1], 0])
  await check('b', () => Promise.reject(new UpstreamError('network', 'gone'))).catch(() => undefined)
  expect(turns.now).toBe(0)
})

it('a cloud that blocks one replica is left alone by all', async () => {
  const { line, others, check } = make()
  await check('a', async () => failed)
  expect(others.heard).toEqual(['quark open'])
  const other = make()
  other.others.told = { openUntil: Date.now() + 60_000, openMs: 1, reason: new UpstreamError('blocked', 'too often') }
  expect(other.line.isIdle()).toBe(false)
  expect(await other.check('a', async () => there)).toMatchObject({ wasAsked: false, error: { kind: 'open' } })
  expect(other.turns.asked).toEqual([])
  others.told = { openUntil: 0, openMs: 0, reason: undefined }
  expect(line.isIdle()).toBe(true)
})

it('when it is time for a trial, it is made by the replica that may', async () => {
  const { others, check } = make()
  others.told = { openUntil: Date.now() - 1, openMs: 1, reason: undefined }
  others.mayTry = false
  expect(await check('a', async () => there)).toMatchObject({ wasAsked: false })
  const next = make()
  next.others.told = { openUntil: Date.now() - 1, openMs: 1, reason: undefined }
  expect(await next.check('a', async () => there)).toMatchObject({ verdict: { state: 'ok' } })
  expect(next.others.heard).toEqual(['quark shut'])
})
