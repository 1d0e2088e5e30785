// A search over sources with scripted answers, posts as people write them, and known health of links.
import { searchRequest } from '../../src/contract/search.ts'
import type { LinkHealthCache } from '../../src/search/checks/health-cache.ts'
import { encodeAnswer, type SearchAnswer } from '../../src/search/pipeline/answer.ts'
import { createMatcher } from '../../src/search/pipeline/match.ts'
import { createMerger } from '../../src/search/pipeline/merge.ts'
import type { Post, SearchQuery } from '../../src/search/plugin.ts'
import { type ParsedPost, parsePost } from '../../src/search/posts/parse-post.ts'
import { createSearch, type SearchDeps } from '../../src/search/search.ts'
import { createTrackRecord } from '../../src/search/source-track-record.ts'
import type { LinkHealth } from '../../src/store/archive/types.ts'
import type { Gathered, GatherOptions } from '../../src/upstream/gather.ts'
import type { Source } from '../../src/upstream/source.ts'
import { createSourceStatistics } from '../../src/upstream/stats/source-statistics.ts'

/** The time of the search. */
export const now = day(20).getTime()
/** Addresses that posts share. */
export const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
export const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'

/** Answers by source id; other sources find nothing. */
export type Answers = Record<string, Gathered<SearchQuery, ParsedPost>[1]>

/** The outcome with the items that the search keeps of it. */
function limitOutcome(id: string, given: unknown, spread: unknown): Answers[string] {
  const outcome = given as Answers[string]
  const { limitItems } = spread as GatherOptions<SearchQuery, ParsedPost>
  return limitItems && 'items' in outcome ? { ...outcome, items: limitItems(id, outcome.items) } : outcome
}

/** A search over scripted sources; its requests are in `asked`. */
export function searching(answers: Answers, plugins: string[] = [], own: Partial<SearchDeps> = {}) {
  const asked: { ids: string[]; query: SearchQuery; spread: GatherOptions }[] = []
  async function* gather<Query, Item>(sources: readonly Source<Query, Item>[], query: Query, spread: unknown) {
    asked.push({
      ids: sources.map(({ id }) => id),
      query: query as SearchQuery,
      spread: spread as GatherOptions,
    })
    for (const source of sources.toReversed()) {
      const answer = answers[source.id] ?? { state: 'fresh', items: [], at: new Date(now) }
      yield [source, limitOutcome(source.id, answer, spread)] as Gathered<Query, Item>
    }
  }
  const sources = plugins.map((name) => {
    const source = { id: `plugin:${name}`, home: 'https://example.org/', ask: async () => [] }
    return [name, source] as const
  })
  const upstream = { gather, isAvailable: async ({ id }: { id: string }) => answers[id]?.state === 'cached' }
  const { answer: search } = createSearch({
    ...searchDeps({ upstream, channels: ['alpha', 'Beta'], plugins: new Map(sources) }),
    ...own,
  })
  const run = (fields: Record<string, unknown>) =>
    search(searchRequest.parse({ kw: '纸鹤', ...fields }), new AbortController().signal)
  return { run, asked }
}

/** A search of channels, by id, that come to these outcomes, in the order given, each after a pause. */
export function searchOver(
  outcomes: Readonly<Record<string, unknown>>,
  own: Partial<SearchDeps>,
  pause: () => Promise<unknown> = async () => undefined,
) {
  async function* gather<Query, Item>(sources: readonly Source<Query, Item>[], _query: Query, spread: unknown) {
    for (const [id, outcome] of Object.entries(outcomes)) {
      await pause()
      const source = sources.find((one) => one.id === id)
      if (source) yield [source, limitOutcome(id, outcome, spread)] as unknown as Gathered<Query, Item>
    }
  }
  const upstream = { gather, isAvailable: async () => false }
  const channels = Object.keys(outcomes).map((id) => id.slice('tg:'.length))
  return createSearch({ ...searchDeps({ upstream, channels, plugins: new Map() }), ...own })
}

function searchDeps(sources: Pick<SearchDeps, 'upstream' | 'channels' | 'plugins'>): SearchDeps {
  const limits = { deadlineMs: 8_000, earlyMs: 4_000, defaultConc: 10 }
  return { ...sources, record: createTrackRecord(createSourceStatistics(() => now)), ...limits, epochMs: () => now }
}

/** A fresh answer with these items. */
export function fresh(...items: ParsedPost[]) {
  return { state: 'fresh', items, at: new Date(now) } as const
}
/** A post about a film, by a source. */
export function crane(source: string, text = `纸鹤与灯塔\n夸克：${quark}\n百度：${baidu} 提取码：k3m9`) {
  return result(source, text, { id: '302', at: day(3), tags: ['纸鹤'], images: ['https://cdn.example.org/a.jpg'] })
}

/** A post with the given text; other fields are empty unless given. */
function post(text: string, more: Partial<Post> = {}): Post {
  return { id: '1', text, anchors: [], tags: [], images: [], aside: '', ...more }
}

/** The result that a source's post gives; the post must contain a share. */
export function result(source: string, text: string, more: Partial<Post> = {}): ParsedPost {
  const [understood] = parsePost(source, post(text, more))
  if (!understood) throw new Error(`no share in: ${text}`)
  return understood
}

/** The address of a share; each number gives another. */
export function shareAt(number: number): string {
  return `https://pan.quark.cn/s/${number.toString(16).padStart(12, '0')}`
}

/** A post with the share of a number, which is its id too. */
export function numbered(number: number, source = 'tg:alpha', more: Partial<Post> = {}): ParsedPost {
  return result(source, `纸鹤\n${shareAt(number)}`, { id: `${number}`, ...more })
}

/** The search for a keyword in posts, without filters. */
export function matcherOf(kw = '纸鹤') {
  return createMatcher({ kw, ext: {}, filter: undefined, clouds: undefined })
}

/** The links of posts that match a keyword, one for each share. */
export function mergedOf(results: readonly ParsedPost[], kw = '纸鹤') {
  const merger = createMerger()
  merger.add(results.flatMap(matcherOf(kw)))
  return merger.entries()
}

/** A day of November 2026 at noon. */
export function day(number: number): Date {
  return new Date(Date.UTC(2026, 10, number, 12))
}

/** When the states in this book were recorded, in epoch milliseconds. */
export const foundAt = day(19).getTime()

/** Creates a health book; shares whose keys begin with a given prefix have the given state. */
export function knownHealthOf(
  states: Readonly<Record<string, LinkHealth['state']>>,
): Omit<LinkHealthCache, 'set' | 'merge'> {
  const stateOf = (key: string) => Object.entries(states).find(([start]) => key.startsWith(start))?.[1]
  return {
    stateOf,
    healthOf(key) {
      const state = stateOf(key)
      return state && { state, at: foundAt }
    },
  }
}

/** The body of an answer as it is sent. */
export function answerText(body: SearchAnswer['body']): string {
  return new TextDecoder().decode(encodeAnswer(body))
}
