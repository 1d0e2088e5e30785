// A steady load on several replicas: clients ask them in turn and check every answer.
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { worksOf } from '../../standin/corpus/works.ts'
import { lists, type Replica } from './fleet.ts'
import { createJudges, type Judged } from './fleet-judges.ts'
import { seeded } from './seeded.ts'

/** The kind of a request. */
type Kind = 'search' | 'stream' | 'list' | 'batch' | 'forced' | 'change'

/** One request of the load and its result. */
export interface Asked {
  readonly kind: Kind
  readonly replica: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly ms: number
  /** What was wrong with the answer; undefined when it was correct. */
  readonly problem: string | undefined
}

export interface Load extends Pick<Judged, 'shares' | 'bans'> {
  readonly asked: readonly Asked[]
  /** Stops the load; resolves when all requests are answered. */
  stop(): Promise<void>
}

export interface LoadOptions {
  readonly seed: number
  /** Number of concurrent clients. Default: 4. */
  readonly clients?: number
  /** Pause of each client between two requests, in milliseconds. Default: 20. */
  readonly everyMs?: number
}

const titles = worksOf(1).map(({ title }) => title)

/** Words of forced searches only, so that requests for all other words can be counted. */
export const forcedWords: readonly string[] = titles.slice(0, 6)
export const forcedLists = ['tieba', 'juejin'] as const

const words: readonly string[] = titles.slice(6)
const steadyLists = lists.filter((id) => !forcedLists.some((forced) => forced === id))

/** Percentage of requests by kind. */
const shares: readonly (readonly [Kind, number])[] = [
  ['search', 55],
  ['list', 20],
  ['stream', 10],
  ['batch', 6],
  ['forced', 6],
  ['change', 3],
]

/** Time limit of a request, far above what it takes while a dependency is down: one that hangs fails. */
const withinMs = 30_000

/** Starts the load on all replicas; it ends with the test. */
export function startLoad(replicas: readonly Replica[], { seed, clients = 4, everyMs = 20 }: LoadOptions): Load {
  const asked: Asked[] = []
  const over = new AbortController()
  const judges = createJudges()
  let turn = 0
  const client = async (random: () => number) => {
    while (!over.signal.aborted) {
      const replica = replicas[turn++ % replicas.length]
      if (replica) asked.push(await askOnce(replica, chosen(random), { random, judges }))
      await pause(everyMs)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, (_, at) => client(seeded(seed + at))))
  const stop = async () => {
    over.abort()
    await all
  }
  onTestFinished(stop)
  return { asked, stop, shares: judges.shares, bans: judges.bans }
}

function chosen(random: () => number): Kind {
  let left = random() * 100
  for (const [kind, share] of shares) {
    left -= share
    if (left < 0) return kind
  }
  return 'search'
}

interface Asking {
  readonly random: () => number
  readonly judges: Judged
}

async function askOnce(replica: Replica, kind: Kind, asking: Asking): Promise<Asked> {
  const at = Date.now()
  const begun = performance.now()
  const problem = await ways[kind](replica, asking, withinMs).catch(wordsOf)
  return { kind, replica: replica.name, at, ms: performance.now() - begun, problem }
}

type Way = (replica: Replica, asking: Asking, withinMs: number) => Promise<string | undefined>

const ways: Readonly<Record<Kind, Way>> = {
  async search(replica, { random, judges }, limit) {
    const kw = wordBy(random)
    return judges.search(kw, replica.name, await replica.ask(searchPath(kw), { withinMs: limit }))
  },
  async stream(replica, { random, judges }, limit) {
    const path = searchPath(wordBy(random)).replace('/search?', '/search/stream?')
    return judges.stream(await replica.ask(path, { withinMs: limit, headers: { accept: 'text/event-stream' } }))
  },
  async list(replica, { random, judges }, limit) {
    return judges.list(await replica.ask(`/api/v1/sources/${pick(steadyLists, random)}`, { withinMs: limit }))
  },
  async batch(replica, { random, judges }, limit) {
    const ids = [pick(steadyLists, random), pick(steadyLists, random), pick(steadyLists, random)]
    return judges.batch(await replica.ask(`/api/v1/batch?sources=${ids.join(',')}`, { withinMs: limit }))
  },
  async forced(replica, { random, judges }, limit) {
    const path = `/api/v1/sources/${pick(forcedLists, random)}?force=true`
    if (random() < 0.5) return judges.list(await replica.ask(path, { withinMs: limit }))
    const kw = pick(forcedWords, random)
    return judges.search(kw, replica.name, await replica.ask(`${searchPath(kw)}&refresh=true`, { withinMs: limit }))
  },
  async change(replica, { judges }, limit) {
    const ban = judges.nextBan()
    const body = { add: [ban] }
    return judges.banned(
      ban.value,
      await replica.command('/api/v1/security/bans', { method: 'POST', body, withinMs: limit }),
    )
  },
}

function searchPath(kw: string): string {
  return `/api/search?${new URLSearchParams({ kw, ext: '{"details":true}' })}`
}

/** Chooses words by Zipf's law: the second word is asked half as often as the first, the third a third as often. */
function wordBy(random: () => number): string {
  const at = Math.floor(words.length ** random()) - 1
  return words[Math.max(0, at)] ?? ''
}

function pick<One>(all: readonly One[], random: () => number): One {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to pick from')
  return one
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
