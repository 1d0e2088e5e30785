// The inputs of the model: limits from the code, measured figures and assumptions.
import catalogue from '../../src/hotlist/catalogue.json' with { type: 'json' }
import { defaultChannels } from '../../src/search/catalogue.ts'
import { loadPlugins } from '../../src/search/load-plugins.ts'
import { telegramChannel } from '../../src/search/telegram.ts'
import { defaultLimits } from '../../src/upstream/source.ts'

/** An upstream other than t.me: a plugin's site. */
export interface Narrow {
  readonly name: string
  /** Maximum concurrent attempts. */
  readonly parallel: number
  /** Exchanges with it in a cold search. */
  readonly exchanges: number
}

export type Facts = Awaited<ReturnType<typeof readFacts>>

/**
 * Mean duration of an attempt in seconds, as of t.me in ordinary weather (docs of the stand-in: median 0.3, p95 1.5).
 */
const attemptS = 0.5

/**
 * Exchanges with each plugin's site in a cold search, counted by the stand-in over eight keywords; one for sites that
 * are not listed.
 */
const exchangesOf: ReadonlyMap<string, number> = new Map([
  ['haisou', 8.8],
  ['wanou', 3.8],
  ['duoduo', 3.6],
  ['xuexizhinan', 3.1],
  ['panta', 1.9],
])

/** Measured by `npm run bench`, see bench/RESULTS.md; ranges are in brackets. Processor times are in milliseconds. */
const measured = {
  /** Processor time of a warm search that asks all sources: 130 for channels alone on an idle machine (60–600). */
  coldMs: 250,
  /** Processor time of an answer built again from cached results, about a thousand links (20–60). */
  anewMs: 30,
  /** Processor time of an answer cached as bytes. */
  readyMs: 0.028,
  /** Bytes of an answer on the wire, compressed. */
  sentBytes: 14_000,
  /** Bytes of a page of t.me on the wire, compressed. */
  pageBytes: 22_000,
  /** Bytes of all source answers of a search on disk and in Redis, compressed. */
  keptBytes: 350_000,
  /** Bytes of the same in memory, garbage collector overhead included. */
  memoryBytes: 3_500_000,
  /**
   * Links of a search, counted once per source and title; a new link is written, and a link not seen for an hour is
   * updated.
   */
  links: 900,
  /** Duration in seconds of a cold search that is served. */
  waitS: 3,
  /** Seconds until a search without fresh answers is answered from known links (`SEARCH_DEADLINE_MS`). */
  deadlineS: 8,
  /** Seconds of queued work in one process above which searches are rejected (http/load.ts). */
  roomS: 7,
  /**
   * Added by sharing to a cold search: processor time of the replica and of Redis (bench/replicas.ts, on a busy
   * machine).
   */
  sharingMs: 170,
  redisMs: 14,
  /** Processor time of building an answer from results that another replica fetched. */
  fetchedMs: 60,
  /** Links per second that PostgreSQL accepts, and bytes of a link with its indexes. */
  linksPerSecond: 2_000,
  linkBytes: 1_100,
} as const

/** Assumptions that could not be measured here. */
const assumed = {
  /** Share of channels without results for a keyword: half of the stand-in's channels. */
  emptyShare: 0.5,
  /** All links in the channels. */
  linksThere: 5_000_000,
  /** Gigabytes that a region's Redis may use. */
  redisGb: 1,
  /** Gigabytes of PostgreSQL's archive: the default of DATABASE_MB. */
  databaseGb: 10,
} as const

/** Reads the limits from the code and adds the other figures. */
export async function readFacts() {
  const plugins = await loadPlugins({}, {}, { warn: ignore, info: ignore })
  const narrow = [...plugins].map(([name, { limits }]): Narrow => {
    return { name, parallel: limits?.parallel ?? defaultLimits.parallel, exchanges: exchangesOf.get(name) ?? 1 }
  })
  const lists = catalogue.flatMap((family) => family.lists).filter(({ isEnabled }) => isEnabled)
  return {
    ...measured,
    ...assumed,
    attemptS,
    channels: defaultChannels.length,
    /** Maximum concurrent attempts on t.me from all of our processes. */
    parallel: telegramChannel('a').limits?.parallel ?? defaultLimits.parallel,
    narrow,
    fullForS: defaultLimits.freshMs / 1000,
    emptyForS: defaultLimits.emptyFreshMs / 1000,
    lists: lists.length,
    /** Requests per second of all lists when each list has a reader. */
    listAsks: lists.reduce((sum, { interval }) => sum + 1 / interval, 0),
  }
}

function ignore(): undefined {
  return undefined
}
