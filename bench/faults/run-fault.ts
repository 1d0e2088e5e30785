// Tries one fault on every kind of source, in every view: which failure is named, how long it takes, that the others stay well, and that nothing bad is cached.
import { isDeepStrictEqual } from 'node:util'
import type { FaultRule } from '../../standin/faults.ts'
import { type FaultCase, type Kind, kinds, late } from './kinds.ts'
import type { Seen } from './views.ts'
import { type ViewName, viewNames, viewOf } from './views.ts'
import { type Certificates, longMs, startWorld, type World } from './world.ts'

export interface Cell {
  readonly fault: string
  readonly kind: string
  readonly view: ViewName
  /** The word that named the failure, or `answered`. */
  readonly shown: string
  readonly ms: number
  /** What is wrong; empty if the cell is right. */
  readonly wrong: readonly string[]
  /** What could not be judged, because a busy machine was too late for it, which was named. */
  readonly late: readonly string[]
}

/** The right answers, by kind and view. */
export type Expected = ReadonlyMap<string, Seen>

const minute = 60_000

function cellKey(kind: Kind, view: ViewName): string {
  return `${kind.name} ${view}`
}

/** The kinds that a view shows, all asked at once. */
function askAll<T>(
  view: ViewName,
  ask: (kind: Kind, look: (isForced?: boolean) => Promise<Seen>) => Promise<T>,
  { url }: Pick<World, 'url'>,
): Promise<T[]> {
  return Promise.all(
    kinds.flatMap((kind) => {
      const look = viewOf(kind, view)
      return look ? [ask(kind, (isForced = false) => lookPatiently(() => look(url, kind, isForced)))] : []
    }),
  )
}

function isUseless({ failure, items, well }: Seen): boolean {
  return failure !== undefined || items.length === 0 || well.length === 0
}

/** Asks everything while nothing is wrong. @throws when a view shows nothing or names a failure. */
export async function readExpected(
  certificates: Certificates,
  seed: number,
  views: readonly ViewName[] = viewNames,
): Promise<Expected> {
  const world = await startWorld(certificates, seed)
  const expected = new Map<string, Seen>()
  try {
    for (const view of views) {
      await askAll(
        view,
        async (kind, look) => {
          let seen = await look(true)
          for (let left = 3; left > 0 && isUseless(seen); left -= 1) seen = await look(true)
          expected.set(cellKey(kind, view), seen)
        },
        world,
      )
      await world.advance(longMs)
    }
  } finally {
    await world.stop()
  }
  const useless = [...expected].filter(([, seen]) => isUseless(seen))
  if (useless.length > 0)
    throw new Error(`without a fault these are not answered: ${JSON.stringify(useless).slice(0, 2_000)}`)
  return expected
}

/** Sets the fault at these places, and nowhere else. */
async function trouble(
  world: World,
  { trouble: made }: FaultCase,
  places: readonly Pick<Kind, 'host' | 'match'>[],
): Promise<void> {
  const hosts = places.map(({ host }) => host)
  if ('standin' in made) {
    const { standin: fault, amount } = made
    const ruleOf = ({ host, match }: Pick<Kind, 'host' | 'match'>): FaultRule => ({
      kind: fault,
      host,
      ...(match ? { match } : {}),
      ...(amount === undefined ? {} : { amount }),
    })
    return world.setFaults(...places.map(ruleOf))
  }
  if (made.network === 'broken TLS') return world.setBroken(hosts)
  const addresses = made.network === 'no name' ? [] : ['10.0.0.1']
  await world.setNames(Object.fromEntries(hosts.map((host) => [host, addresses])))
}

/** Asked again without the fault: at once it is right or names a failure; later it is right. */
async function judgeAfter(
  { world, fault, view }: { readonly world: World; readonly fault: FaultCase; readonly view: ViewName },
  expected: Expected,
  cells: Map<string, Cell>,
): Promise<void> {
  const add = (kind: Kind, to: 'wrong' | 'late', sentence: string) => {
    const cell = cells.get(cellKey(kind, view))
    if (cell) cells.set(cellKey(kind, view), { ...cell, [to]: [...cell[to], sentence] })
  }
  const isRight = (kind: Kind, seen: Seen) => isDeepStrictEqual(seen.items, expected.get(cellKey(kind, view))?.items)
  await askAll(
    view,
    async (kind, look) => {
      const seen = await look()
      const isHalf = isUnknowable(kind, fault) && isPartOf(seen, expected.get(cellKey(kind, view)))
      if (seen.failure === undefined && !isRight(kind, seen) && !isHalf)
        add(kind, 'wrong', `a bad answer was cached: ${seen.items.length} items`)
    },
    world,
  )
  // Longer than a breaker is open and than an undecided check is cached.
  await world.advance(35 * minute)
  await askAll(
    view,
    async (kind, look) => {
      let seen = await look()
      // A busy machine may be too late once.
      for (let left = 3; left > 0 && !isRight(kind, seen); left -= 1) {
        await world.advance(35 * minute)
        seen = await look()
      }
      if (isRight(kind, seen)) return
      add(kind, isTooLate(seen) ? 'late' : 'wrong', `not right again: ${describe(seen)}, ${seen.items.length} items`)
    },
    world,
  )
}

async function runView(world: World, fault: FaultCase, view: ViewName, expected: Expected): Promise<Cell[]> {
  const cells = new Map<string, Cell>()
  await trouble(world, fault, kinds)
  await askAll(
    view,
    async (kind, look) => {
      const start = performance.now()
      const right = expected.get(cellKey(kind, view))
      let seen = await look(true)
      for (let left = 3; left > 0 && isUntimely(seen, right, kind, fault); left -= 1) {
        world.sentAgain.push(view)
        // A list is not asked twice within its interval, even when it is forced.
        if (seen.failure === undefined) await world.advance(35 * minute)
        seen = await look(true)
      }
      const ms = performance.now() - start
      const judged = judge(seen, right, kind, fault)
      cells.set(cellKey(kind, view), { fault: fault.name, kind: kind.name, view, shown: describe(seen), ms, ...judged })
    },
    world,
  )
  await trouble(world, fault, [])
  await judgeAfter({ world, fault, view }, expected, cells)
  await world.advance(longMs)
  return [...cells.values()]
}

export interface FaultRun {
  readonly cells: readonly Cell[]
  /** Views of which a request was sent again: it was not answered, or not in time. */
  readonly sentAgain: readonly string[]
}

export interface FaultRunOptions {
  readonly certificates: Certificates
  readonly seed: number
  readonly views?: readonly ViewName[]
}

/** Runs the views of one fault in a service of its own. */
export async function runFault(
  fault: FaultCase,
  expected: Expected,
  { certificates, seed, views = viewNames }: FaultRunOptions,
): Promise<FaultRun> {
  const world = await startWorld(certificates, seed)
  const { sentAgain } = world
  const cells: Cell[] = []
  try {
    for (const view of views) cells.push(...(await runView(world, fault, view, expected)))
    const [error] = world.errors()
    const [first, ...others] = cells
    if (error === undefined || !first) return { cells, sentAgain }
    const wrong = [...first.wrong, `the service logged an error: ${error.slice(0, 500)}`]
    return { cells: [{ ...first, wrong }, ...others], sentAgain }
  } finally {
    await world.stop()
  }
}

interface Judgement {
  /** What is wrong; empty if the cell is right. */
  readonly wrong: readonly string[]
  /** What could not be judged, because a busy machine was too late for it, which was named. */
  readonly late: readonly string[]
}

const noAnswer = 'no answer'

/** A request that is not answered at all is shown where a failure would be named. */
function lookPatiently(look: () => Promise<Seen>): Promise<Seen> {
  return look().catch((error: unknown): Seen => ({ failure: `${noAnswer}: ${error}`, items: [], well: [] }))
}

function describe({ failure, items }: Seen): string {
  return failure ?? (items.length > 0 ? 'answered' : 'nothing')
}

/**
 * Where nothing can tell half of a reply from a whole one, all that can be asked for is that nothing is shown that was not in it. That half is
 * also cached until the list is asked again.
 */
function isUnknowable({ hasNoEnd }: Kind, { halvesInSilence }: FaultCase): boolean {
  return hasNoEnd === true && halvesInSilence === true
}

function isPartOf(seen: Seen, right: Seen | undefined): boolean {
  return seen.items.length > 0 && seen.items.every((item) => right?.items.includes(item))
}

/** Whether all that is named is that there was no answer, or none in time. */
function isTooLate({ failure }: Seen): boolean {
  return failure !== undefined && (failure.startsWith(noAnswer) || late.some((word) => failure.includes(word)))
}

function isWellLate({ well: [well] }: Seen): boolean {
  return well === undefined || well === 'uncertain'
}

/** What is wrong with an answer that came while the fault was on, and what was too late. */
function judge(seen: Seen, right: Seen | undefined, kind: Kind, fault: FaultCase): Judgement {
  const { failures: allowed } = fault
  const isNamed = allowed.some((word) => seen.failure?.includes(word))
  const isRight = isDeepStrictEqual(seen.items, right?.items)
  const isAnswer = isUnknowable(kind, fault) ? isPartOf(seen, right) : allowed.includes('answered') && isRight
  const isFine = seen.failure === undefined ? isAnswer : isNamed
  const wrongly = seen.failure === undefined && !isRight ? ' wrongly' : ''
  const misnamed = isFine ? [] : [`shown ${describe(seen)}${wrongly}, not ${allowed.join(' or ')}`]
  const others = isDeepStrictEqual(seen.well, right?.well) ? [] : ['the other source did not answer right']
  const [isNamedLate, areOthersLate] = [isTooLate(seen), isWellLate(seen)]
  return {
    wrong: [...(isNamedLate ? [] : misnamed), ...(areOthersLate ? [] : others)],
    late: [...(isNamedLate ? misnamed : []), ...(areOthersLate ? others : [])],
  }
}

/**
 * Whether a busy machine may be to blame, and not the service: it did not answer in time and named that, or it was asked before the fault began
 * and still had the right answer.
 */
function isUntimely(seen: Seen, right: Seen | undefined, kind: Kind, fault: FaultCase): boolean {
  const isOld = seen.failure === undefined && isDeepStrictEqual(seen.items, right?.items)
  const { wrong, late: tooLate } = judge(seen, right, kind, fault)
  return tooLate.length > 0 || (isOld && wrong.length > 0)
}
