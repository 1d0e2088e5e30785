// The two-level cache of answers, over a simulated disk whose writes fail on demand.

import { describe, expect, it } from 'vitest'
import { makeClock, watchTurns } from '../../../test/kit/wire.ts'
import { createTimeSlices } from '../../async/time-slices.ts'
import type { AnswerEntry } from '../../upstream/cache/answer-entry.ts'
import type { StoredAnswer } from '../answers/answer-table.ts'
import { createMemoryBudget } from './memory-budget.ts'
import type { SerializedEntry } from './serialized-entry.ts'
import { createMemoryAnswers, createTieredAnswers } from './tiered-answers.ts'

const minute = 60_000

/** A disk whose reads and writes are pending until `settle` is called. */
function makeDisk(epochMs: () => number) {
  const stored = new Map<string, StoredAnswer>()
  const waiting: (() => void)[] = []
  const counts = { reads: 0, writes: 0 }
  let isFull = false
  const later = <Value>(does: () => Value) =>
    new Promise<Value>((resolve) => {
      waiting.push(() => resolve(does()))
    })
  return {
    stored,
    counts,
    fill: () => {
      isFull = true
    },
    /** Settles the first pending operations, or all, and waits for the consequences. */
    async settle(count = waiting.length) {
      for (const happens of waiting.splice(0, count)) happens()
      // An answer is parsed in the next turn of the event loop.
      for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    },
    disk: {
      readAnswer(key: string) {
        counts.reads += 1
        return later(() => {
          const answer = stored.get(key)
          return answer && answer.until >= epochMs() ? answer : undefined
        })
      },
      writeAnswer(key: string, answer: StoredAnswer) {
        counts.writes += 1
        void later(() => {
          // A real disk returns a copy of the bytes.
          if (!isFull) stored.set(key, structuredClone(answer))
        })
      },
      removeAnswer: (key: string) => void later(() => stored.delete(key)),
    },
  }
}

function make(maxBytes = 100_000) {
  const clock = makeClock()
  const { disk, stored, counts, fill, settle } = makeDisk(clock.epochMs)
  const warned: string[] = []
  const log = { warn: (what: unknown, said?: string) => void warned.push(said ?? String(what)) }
  const restarted = () => {
    const budget = createMemoryBudget(maxBytes, clock.epochMs)
    const memory = budget.createCache<SerializedEntry>()
    return {
      budget,
      memory,
      answers: createTieredAnswers({ memory, disk, epochMs: clock.epochMs, log }),
    }
  }
  const { budget, memory, answers } = restarted()
  return { stored, counts, fill, settle, budget, memory, answers, clock, warned, restarted }
}

const kept = { items: [{ title: '电影', links: ['a'] }], at: Date.UTC(2026, 10, 19) }
const part: AnswerEntry = { ...kept, failure: { kind: 'timeout', detail: 'too slow' } }

function store(json: string): StoredAnswer {
  return { at: kept.at, until: Number.MAX_SAFE_INTEGER, json: Buffer.from(json) }
}

describe('answers in memory and on disk', () => {
  it('serve from memory at once: nobody waits for the disk, and it is not asked', async () => {
    const { answers, counts } = make()
    await answers.set('a', kept, minute)
    expect(await answers.get('a')).toMatchObject(kept)
    expect(counts).toEqual({ reads: 0, writes: 1 })
  })

  it('are there after a restart as they were, marked as unchecked', async () => {
    const { answers, restarted, settle } = make()
    await answers.set('whole', kept, minute)
    await answers.set('part', part, minute)
    await settle()
    const again = restarted().answers
    const got = Promise.all(['whole', 'part', 'unknown'].map((key) => again.get(key)))
    await settle()
    expect(await got).toMatchObject([{ ...kept, isUnchecked: true }, { ...part, isUnchecked: true }, undefined])
  })

  it('are read once however many want them at once, and then not again', async () => {
    const { answers, counts, settle, stored } = make()
    stored.set('a', store('{"items":[1]}'))
    const both = Promise.all([answers.get('a'), answers.get('a')])
    await settle()
    const [one, other] = await both
    expect(one?.items).toEqual([1])
    expect(other).toBe(one)
    expect(await answers.get('a')).toBe(one)
    expect(counts.reads).toBe(1)
  })

  it('that came while an older one was being read are what is given', async () => {
    const { answers, settle, stored } = make()
    stored.set('a', store('{"items":["old"]}'))
    const reading = answers.get('a')
    await answers.set('a', kept, minute)
    await settle()
    expect(await reading).toMatchObject(kept)
    expect(await answers.get('a')).toMatchObject(kept)
  })

  it('for which memory has no room are not overtaken by an older one that was being read', async () => {
    const { answers, counts, settle, stored } = make(3_000)
    stored.set('a', store('{"items":["old"]}'))
    const large = { items: ['x'.repeat(4_000)], at: kept.at }
    const reading = answers.get('a')
    await answers.set('a', large, minute)
    await settle()
    await settle()
    expect((await reading)?.items).toEqual(large.items)
    const again = answers.get('a')
    await settle()
    expect((await again)?.items).toEqual(large.items)
    expect(counts.reads).toBe(3)
  })

  it('are parsed in turns of the event loop when many are read from the disk at once', async () => {
    const { settle, stored, disk } = makeDisk(() => 0)
    const memory = createMemoryBudget(100_000, () => 0).createCache<SerializedEntry>()
    let now = 0
    const monotonicMs = () => {
      now += 30
      return now
    }
    const answers = createTieredAnswers({
      memory,
      disk,
      epochMs: () => 0,
      nextSlice: createTimeSlices(monotonicMs),
      log: console,
    })
    const keys = ['a', 'b', 'c', 'd']
    for (const key of keys) stored.set(key, store('{"items":[1]}'))
    const turns = watchTurns<string>()
    const read = Promise.all(keys.map(async (key) => turns.record(`${key} ${(await answers.get(key))?.items}`)))
    await settle()
    await read
    expect(turns.byTurn()).toEqual([['a 1'], ['b 1'], ['c 1'], ['d 1']])
  })

  it('that were removed while they were being read are gone', async () => {
    const { answers, settle, stored } = make()
    stored.set('a', store('{"items":["old"]}'))
    const reading = answers.get('a')
    await answers.set('a', kept, 0)
    await settle()
    await settle()
    expect(await reading).toBeUndefined()
    const again = answers.get('a')
    await settle()
    expect(await again).toBeUndefined()
  })

  it('are gone when their time is over, wherever they were', async () => {
    const { answers, clock, restarted, settle } = make()
    await answers.set('a', kept, minute)
    await settle()
    const again = restarted().answers
    const early = again.get('a')
    await settle()
    expect(await early).toBeDefined()
    clock.advance(minute + 1)
    const late = Promise.all([answers.get('a'), again.get('a')])
    await settle()
    expect(await late).toEqual([undefined, undefined])
  })

  it('that are to be kept for an odd time or for ever are written with a whole number', async () => {
    const { answers, stored, settle, clock } = make()
    const kept = { items: [1], at: clock.epochMs() }
    await answers.set('odd', kept, 1.5)
    await answers.set('ever', kept, Number.POSITIVE_INFINITY)
    await settle()
    expect([stored.get('odd')?.until, stored.get('ever')?.until]).toEqual([
      clock.epochMs() + 2,
      Number.MAX_SAFE_INTEGER,
    ])
  })

  it('are removed from both when kept for no time', async () => {
    const { answers, memory, settle, stored } = make()
    await answers.set('a', kept, minute)
    await settle()
    await answers.set('a', kept, 0)
    await settle()
    expect([memory.count(), stored.size]).toEqual([0, 0])
  })

  it('that cannot be read are as good as not there, which is said once', async () => {
    const { answers, settle, stored, warned } = make()
    for (const key of ['a', 'b']) stored.set(key, store('{"items":"many"}'))
    const got = Promise.all([answers.get('a'), answers.get('b')])
    await settle()
    expect(await got).toEqual([undefined, undefined])
    expect(warned).toEqual([
      expect.stringMatching(/^an answer in DATA_DIR cannot be read \(\w+Error\); treating such answers as missing$/),
    ])
  })

  it('that cannot be written as JSON are not kept, also not the older one on the disk, and that is said', async () => {
    const { answers, counts, settle, stored, warned } = make()
    stored.set('a', store('{"items":["older"]}'))
    await answers.set('a', { items: [1n], at: kept.at }, minute)
    const got = answers.get('a')
    await settle()
    expect(await got).toBeUndefined()
    expect([counts.writes, stored.size]).toEqual([0, 0])
    expect(warned).toEqual(['an answer cannot be serialized as JSON; it is not cached'])
  })
})

describe('answers in memory', () => {
  it('with many small fields are weighed by all of them', async () => {
    const { epochMs } = makeClock()
    const answers = createMemoryAnswers(20_000, epochMs)
    const items = Array.from({ length: 1_000 }, (_, at) => ({ at, sizes: [at] }))
    await answers.set('a', { items, at: epochMs() }, minute)
    expect(await answers.get('a')).toBeUndefined()
  })
})
