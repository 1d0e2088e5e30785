// Answers kept in memory, bounded in bytes.
import type { AnswersAtHand, Kept } from '../upstream/kept.ts'
import { createBudget, type Held, type Weight } from './budget.ts'

/** Nobody else has it: its source would have to be asked again. */
const askAgainMs = 2_000

/** Keeps answers in at most about `maxBytes` of memory of their own. `now` is in epoch milliseconds. */
export function createMemoryAnswers(maxBytes: number, now: () => number): AnswersAtHand {
  return answersIn(createBudget(maxBytes, now).hold(), now)
}

/** Keeps answers in memory only, within a budget they share. `now` is in epoch milliseconds. */
export function answersIn(held: Held<Kept>, now: () => number): AnswersAtHand {
  return {
    peek: held.peek,
    get: async (key) => held.get(key),
    set: async (key, kept, forMs) => {
      if (forMs > 0) held.set(key, kept, weightOf(key, kept), now() + forMs)
      else held.delete(key)
    },
  }
}

/** What an answer weighs that takes so long to have again, by default as long as asking takes. */
export function weightOf(key: string, kept: Kept, remakeMs = askAgainMs): Weight {
  return { bytes: inProcess * weigh(kept.items) + 2 * key.length + besides, remakeMs }
}

/**
 * What lives on the heap makes the process larger by about twice as much: the collector lets as much again pile up before it
 * looks. Measured over 10,000 searches (bench/memory.ts).
 */
const inProcess = 2

/** What an answer takes besides its items and the characters of its key, in bytes: the key itself, the places in maps and orders. */
const besides = 350
const wide = /[^\0-\xff]/

/**
 * About how many bytes a plain value takes on the heap, measured on answers of both services: a character takes one byte unless one in its text needs two.
 * What several values share is counted each time.
 */
function weigh(value: unknown): number {
  if (typeof value === 'string') return 20 + (wide.test(value) ? 2 : 1) * value.length
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 2 ** 30 ? 0 : 16
  if (value === null || typeof value !== 'object') return 0
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let bytes = Array.isArray(value) ? 48 : 32
  for (const one of inner) bytes += 8 + weigh(one)
  return bytes
}
