// Asks beside other replicas; the coordinator is an object of the test.
import { describe, expect, it } from 'vitest'
import { makeAsker, makeClock } from '../../../test/kit/wire.ts'
import type { AnswerEntry } from '../cache/answer-entry.ts'
import { createVersionReads } from '../cache/versions.ts'
import { UpstreamError } from '../errors.ts'
import type { Source } from '../source.ts'
import {
  type AskCoordinator,
  type RemoteAskEnd,
  type StoreForAll,
  toOutcome,
  type UpstreamResult,
} from './coordination.ts'

const key = 'a "q"'
const mismatch = { kind: 'mismatch', detail: 'no preview' } as const
const failed = { state: 'failed', failure: mismatch } as const
const theirs: AnswerEntry = { items: ['theirs'], at: makeClock().epochMs() }
const theirResult = { outcome: toOutcome<never>(theirs, 'fresh'), isCacheable: false }
const theirFailure = { outcome: failed, isCacheable: true }

/** The other replicas: what the coordinator gives when this one wants to ask, and their messages. */
interface Others {
  /** The result of another replica; undefined if this one asks. */
  meet(): UpstreamResult<never> | undefined
  /** Stores the answers of this replica. */
  store: StoreForAll | undefined
  report(end: Partial<RemoteAskEnd>): void
  missMessages(): void
}

function make(own: () => string[] | Promise<string[]> = () => ['own'], { isHeard = true } = {}) {
  const heard: string[] = []
  const others: Others = {
    meet: () => undefined,
    store: undefined,
    report: () => undefined,
    missMessages: () => undefined,
  }
  const coordinator: AskCoordinator = {
    async once(_shared, ask) {
      const result = others.meet()
      return result ? { ...result, isRemote: true } : ask(others.store)
    },
    onRemoteAskEnd(listener) {
      others.report = (end) => listener({ key, source: 'a', ended: undefined, isCacheable: false, ...end })
    },
    onMissedMessages(listener) {
      others.missMessages = listener
    },
  }
  const reporting = {
    onAskEnd: (source: string, { state }: { state: string }) => void heard.push(`${source} here ${state}`),
    onRemoteAskEnd: isHeard
      ? (source: string, { state }: { state: string }) => void heard.push(`${source} there ${state}`)
      : undefined,
  }
  const { answers, asker, clock, versions } = makeAsker({ coordinator, ...reporting })
  let asks = 0
  const source: Source<string, string> = {
    id: 'a',
    home: 'https://a.site.test/',
    isItem: (item) => typeof item === 'string',
    async ask() {
      asks += 1
      return own()
    },
  }
  /** Asks, and tells whether a response that was rendered from the outcome is still up to date. */
  const ask = async () => {
    const versionReads = createVersionReads(clock.epochMs)
    const outcome = await asker.ask(source, 'q', { versionReads })
    const stamp = versionReads.stamp(1)
    return { outcome, isCurrent: () => stamp !== undefined && versions.isCurrent(stamp) }
  }
  return { answers, versions, heard, others, ask, asks: () => asks }
}

describe('an ask that another replica has made', () => {
  it('gives its answer, and counts as an ask of that replica', async () => {
    const { others, heard, ask, asks } = make()
    others.meet = () => theirResult
    const { outcome, isCurrent } = await ask()
    expect(outcome).toMatchObject({ state: 'fresh', items: ['theirs'] })
    expect([isCurrent(), heard, asks()]).toEqual([true, ['a there fresh'], 0])
  })

  it('or that it reports needs no listener', async () => {
    const { others, ask } = make(undefined, { isHeard: false })
    others.meet = () => theirResult
    expect((await ask()).outcome).toMatchObject({ state: 'fresh', items: ['theirs'] })
    others.report({ ended: { state: 'fresh' } })
  })

  it('in vain is not made again while its failure is cacheable', async () => {
    const { others, heard, ask } = make()
    let met = 0
    others.meet = () => {
      met += 1
      return theirFailure
    }
    const first = await ask()
    const second = await ask()
    expect([first.outcome, second.outcome]).toEqual([failed, failed])
    expect([first.isCurrent(), met, heard]).toEqual([true, 1, ['a there failed']])
  })

  it('changes nothing when a newer result was reported meanwhile', async () => {
    const { versions, others, heard, ask } = make()
    const newer: unknown[] = []
    others.meet = () => {
      others.report({ ended: { state: 'fresh' } })
      newer.push(versions.of(key))
      return theirFailure
    }
    const { outcome, isCurrent } = await ask()
    expect(outcome).toEqual(failed)
    expect([isCurrent(), heard]).toEqual([false, ['a there fresh']])
    expect(newer).toEqual([versions.of(key)])
    others.meet = () => undefined
    expect((await ask()).outcome).toMatchObject({ state: 'fresh', items: ['own'] })
  })
})

describe('an ask that this replica makes', () => {
  it('counts also when another result is reported meanwhile', async () => {
    const { others, heard, ask } = make(() => {
      others.report({ ended: { state: 'fresh' } })
      throw new UpstreamError(mismatch.kind, mismatch.detail)
    })
    const { outcome, isCurrent } = await ask()
    expect(outcome).toMatchObject(failed)
    expect([isCurrent(), heard]).toEqual([true, ['a there fresh', 'a here failed']])
    expect((await ask()).outcome).toEqual(failed)
    expect(heard).toHaveLength(2)
  })

  it.each([
    ['its own', undefined, 'own'],
    ['a newer one that was stored instead', { ...theirs, isUnchecked: true }, 'theirs'],
    ['its own, if the stored one is invalid', { ...theirs, items: [7], isUnchecked: true }, 'own'],
  ])('once for all stores the answer for all, and gives %s', async (_which, kept, item) => {
    const { answers, others, ask } = make()
    const stored: unknown[] = []
    others.store = async (entry) => {
      stored.push(entry.items)
      return kept
    }
    expect((await ask()).outcome).toMatchObject({ state: 'fresh', items: [item] })
    expect([stored, await answers.get(key)]).toEqual([[['own']], undefined])
  })
})

describe('a message of another replica', () => {
  it('about an ask that failed is heard here, and outdates the responses that depend on it', async () => {
    const { others, heard, ask } = make()
    const before = await ask()
    others.report({ key: 'a "other"', ended: failed, isCacheable: true })
    expect(before.isCurrent()).toBe(true)
    others.report({ ended: failed, isCacheable: true })
    expect(before.isCurrent()).toBe(false)
    expect(heard).toEqual(['a here fresh', 'a there failed', 'a there failed'])
  })

  it('about a failure that is cacheable answers the next ask', async () => {
    const { others, ask, asks } = make()
    others.report({ ended: failed, isCacheable: true })
    expect([(await ask()).outcome, asks()]).toEqual([failed, 0])
  })

  it('about an answer that was replaced without an ask only outdates responses', async () => {
    const { others, heard, ask } = make()
    const before = await ask()
    others.report({})
    expect([before.isCurrent(), heard]).toEqual([false, ['a here fresh']])
  })

  it('that was missed outdates all responses', async () => {
    const { others, ask } = make()
    const before = await ask()
    others.missMessages()
    expect(before.isCurrent()).toBe(false)
    expect((await ask()).isCurrent()).toBe(true)
  })
})
