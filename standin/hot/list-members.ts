// Members of a growing list at a step, their order and heat, and the clock of steps; determined by seed, list name and step.
import { createSeededRandom } from '../seeded-random.ts'

/** A member of a list at a step. */
export interface Member {
  /** Zero-based number among all members that a list ever has. */
  readonly serial: number
  /** Step of its arrival; negative for members present at the start. Never later than the current step. */
  readonly born: number
  /** Step of its arrival or of its last bump. */
  readonly since: number
  /** Heat, above 0 and rarely above 1. */
  readonly heat: number
}

/** Hottest first, or newest first. With `newest`, a quarter of the members is bumped halfway through its life. */
export type Order = 'hottest' | 'newest'

/** A list with this name and a constant size. */
export interface Life {
  readonly seed: number
  readonly list: string
  readonly order: Order
  readonly size: number
}

/** Number of arrivals at each step of a round; the same number of the oldest members leaves. */
const comings = [1, 2, 1, 3, 1, 2, 2, 1] as const

interface Pace {
  /** Number of arrivals from step 0 up to a step. */
  comeBy(step: number): number
  /** The first step with at least `count` arrivals. */
  stepOf(count: number): number
}

function paceOf({ seed, list }: Life): Pace {
  const round = createSeededRandom(seed, 'comings', list).some(comings, comings.length)
  const sums = round.map((_, at) => round.slice(0, at + 1).reduce((sum, one) => sum + one, 0))
  const all = sums.at(-1) ?? 1
  return {
    comeBy(step) {
      const rounds = Math.floor(step / round.length)
      return rounds * all + (sums[step - rounds * round.length - 1] ?? 0)
    },
    stepOf(count) {
      const rounds = Math.floor(count / all)
      const rest = count - rounds * all
      return rounds * round.length + (rest === 0 ? 0 : sums.findIndex((sum) => sum >= rest) + 1)
    },
  }
}

function memberAt(life: Life, schedule: Pace, serial: number, step: number): Member {
  const comes = schedule.stepOf(serial - life.size + 1)
  const goes = schedule.stepOf(serial + 1)
  const fate = createSeededRandom(life.seed, 'fate', life.list, serial)
  // Few members are popular: heat decreases exponentially.
  const height = Math.exp(-2.5 * fate.next())
  const early = fate.next()
  const again = comes + Math.ceil((goes - comes) / 2)
  const isAgain = life.order === 'newest' && fate.happens(0.25) && step >= again
  const age = (step - comes + 1) / (goes - comes + 1)
  const noise = 0.9 + 0.2 * createSeededRandom(life.seed, 'heat', life.list, serial, step).next()
  return {
    serial,
    born: comes - early,
    since: (isAgain ? again : comes) - early,
    heat: height * (0.2 + 0.8 * Math.sin(Math.PI * age)) * noise,
  }
}

/**
 * The members of a list at a step, in order. From one step to the next, one to three leave and as many arrive. Heat
 * rises and falls in between; in a newest-first list a bumped member moves to the top.
 */
export function membersAt(life: Life, step: number): readonly Member[] {
  const schedule = paceOf(life)
  const first = schedule.comeBy(step)
  const members = Array.from({ length: life.size }, (_, at) => memberAt(life, schedule, first + at, step))
  return members.toSorted(
    life.order === 'hottest' ? (one, other) => other.heat - one.heat : (one, other) => other.since - one.since,
  )
}

/** The current step of growing lists. */
export interface Steps {
  /** Whole steps since the start, zero-based. */
  now(): number
  /**
   * Continues from this step; the next one starts a full step length later.
   * @throws TypeError unless it is a whole number from 0 to 10^9.
   */
  set(step: number): void
}

const mostSteps = 1e9

/**
 * Creates steps of `stepMs` milliseconds by the clock; with a constant clock, only `set` changes them.
 * @throws TypeError when `stepMs` is not positive.
 */
export function createSteps(clock: () => number, stepMs: number): Steps {
  if (!(stepMs > 0)) throw new TypeError('stepMs must be longer than 0 ms')
  let since = clock()
  let first = 0
  return {
    now: () => first + Math.max(0, Math.floor((clock() - since) / stepMs)),
    set(step) {
      if (!Number.isInteger(step) || step < 0 || step > mostSteps)
        throw new TypeError(`step must be a whole number from 0 to ${mostSteps}`)
      first = step
      since = clock()
    },
  }
}
