// How a list lives: which members it has at a step of time, in what order, and how much heat each has. Decided by seed, name and step alone.
import { createSeededRandom } from '../seeded-random.ts'

/** What stands in a list at a step. */
export interface Member {
  /** Counts all members a list ever has, from 0. */
  readonly serial: number
  /** When it came, in steps; below 0 for what was there at the start. Never after the step that is looked at. */
  readonly born: number
  /** When it came or was last taken up again. */
  readonly since: number
  /** How hot it is, above 0 and rarely above 1. */
  readonly heat: number
}

/** Hottest first, or newest first: then a quarter of the members is taken up again halfway through its life, unless all come but `once`. */
export type Order = 'hottest' | 'newest' | 'once'

/** A list of this name, always of the same size. */
export interface Life {
  readonly seed: number
  readonly list: string
  readonly order: Order
  readonly size: number
}

/** So many come at each step of a round, and as many of the oldest go. */
const comings = [1, 2, 1, 3, 1, 2, 2, 1] as const

interface Pace {
  /** How many have come up to a step since step 0. */
  comeBy(step: number): number
  /** The first step by which so many have come. */
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

function memberAt(life: Life, pace: Pace, serial: number, step: number): Member {
  const comes = pace.stepOf(serial - life.size + 1)
  const goes = pace.stepOf(serial + 1)
  const fate = createSeededRandom(life.seed, 'fate', life.list, serial)
  // The popular are a few: heat falls off as in any hot list.
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
 * The members of a list at a step, in order. From one step to the next one to three vanish and as many appear; what is hot rises and falls in between, in a
 * newest-first list what is taken up again comes to the top.
 */
export function membersAt(life: Life, step: number): readonly Member[] {
  const pace = paceOf(life)
  const first = pace.comeBy(step)
  const members = Array.from({ length: life.size }, (_, at) => memberAt(life, pace, first + at, step))
  return members.toSorted(
    life.order === 'hottest' ? (one, other) => other.heat - one.heat : (one, other) => other.since - one.since,
  )
}
