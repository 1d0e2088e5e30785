// The stories that the cached lists tell, joined again after refreshes; makes no upstream request.
import { ageMs } from '../async/ages.ts'
import type { Bans } from '../bans/ban-list.ts'
import type { TrendStory, TrendsAnswer, TrendsRequest } from '../contract/hotlist-trends.ts'
import { timeWindows } from '../contract/time-windows.ts'
import type { HistoryStorage } from '../store/history/history-storage.ts'
import { cacheKey } from '../upstream/cache/answer-entry.ts'
import type { VersionCounters } from '../upstream/cache/versions.ts'
import { createSightedJoin } from './history/first-sights.ts'
import type { ListAnswer, Lists } from './lists.ts'
import type { StoryMemory } from './stories/earlier-stories.ts'
import type { RankedList, Story } from './stories/story.ts'

interface TrendsDeps {
  readonly lists: Pick<Lists, 'all' | 'find' | 'known'>
  readonly versions: Pick<VersionCounters, 'of' | 'onChange'>
  readonly bans: Pick<Bans, 'version'>
  readonly history?: Pick<HistoryStorage, 'page'> | undefined
  readonly storyMemory: Pick<StoryMemory, 'storiesAt' | 'remember'>
  readonly epochMs: () => number
}

/** Changed lists are joined again after this time at the earliest. */
const leastAgeMs = 5_000
/** Lists that did not change are joined again after this time, because scores and ages depend on the time. */
const mostAgeMs = 60_000
const oldestMs = timeWindows['24h'] * 1000
const maxParallelReads = 16

interface Joined {
  readonly at: number
  readonly bansVersion: number
  readonly all: Lists['all']
  readonly lists: ReadonlyMap<string, RankedList>
  readonly stories: readonly Story[]
}

export type Trends = ReturnType<typeof createTrends>

export function createTrends({ lists, versions, bans, history, storyMemory, epochMs }: TrendsDeps) {
  let last: Joined | undefined
  let slots: ReadonlySet<number> = new Set()
  let joining: Promise<Joined> | undefined
  let isChanged = false
  const onLearned = () => {
    isChanged = true
  }
  const sighted = createSightedJoin({ history, epochMs, onLearned })
  versions.onChange((slot) => {
    isChanged ||= slots.has(slot)
  })

  async function join(): Promise<Joined> {
    const [at, bansVersion, { all }] = [epochMs(), bans.version(), lists]
    const enabled = all.filter((list) => list.isEnabled)
    slots = new Set(enabled.map(({ source }) => versions.of(cacheKey(source, {})).slot))
    isChanged = false
    const read = await readLists(enabled, lists, at)
    const stories = await sighted.join(read, at, storyMemory.storiesAt(at))
    storyMemory.remember({ at, stories })
    last = { at, bansVersion, all, lists: new Map(read.map((list) => [list.source, list])), stories }
    return last
  }

  async function joined(): Promise<Joined> {
    const bansVersion = bans.version()
    const isCurrent = (one: Joined) => one.bansVersion >= bansVersion && one.all === lists.all
    const joinedMs = last ? ageMs(epochMs(), last.at) : Number.POSITIVE_INFINITY
    // Items that are banned or removed now must not be shown again.
    if (last && isCurrent(last) && joinedMs < (isChanged ? leastAgeMs : mostAgeMs)) return last
    joining ??= join().finally(() => {
      joining = undefined
    })
    const result = await joining
    // A join that began before a ban may have read what is banned.
    return isCurrent(result) ? result : joined()
  }

  return async ({ window, column, limit }: TrendsRequest): Promise<Omit<TrendsAnswer, 'apiVersion' | 'timestamp'>> => {
    const seconds = timeWindows[window]
    const { stories, lists: read } = await joined()
    const oldest = epochMs() - seconds * 1000
    const found = stories.filter(
      ({ items }) =>
        isToldSince(items, oldest, read) &&
        (!column || items.some(({ source }) => column.some((one) => one === lists.find(source)?.column))),
    )
    const shown = found.slice(0, limit).map((story) => toTrend(story, sighted.enteredAt))
    return { window: seconds, count: shown.length, total: found.length, stories: shown }
  }
}

async function readLists(
  enabled: Lists['all'],
  lists: Pick<Lists, 'known'>,
  now: number,
): Promise<readonly RankedList[]> {
  const read: RankedList[] = []
  for (let first = 0; first < enabled.length; first += maxParallelReads) {
    const answers = await Promise.all(enabled.slice(first, first + maxParallelReads).map((list) => lists.known(list)))
    read.push(...answers.flatMap((answer) => rankedList(answer, now)))
  }
  return read
}

/** A list takes part if the site returned it within the longest window. */
function rankedList(answer: ListAnswer | undefined, now: number): RankedList[] {
  if (answer?.at === undefined || now - answer.at.getTime() > oldestMs) return []
  const { list, at, items } = answer
  const ranked = items.map((item) => item && (item.since === undefined ? item : { ...item, firstSeen: item.since }))
  const isOfWorks = listsOfNames.has(list.id)
  // Banned items leave a place, so that the ranks of the others do not change.
  const all = ranked.map((item) => item ?? { id: '', title: '', url: '' })
  return [{ source: list.id, platform: list.name, isOfWorks, at: at.getTime(), items: all }]
}

/** Whether at least two platforms returned items of the story since this time. */
function isToldSince(items: Story['items'], oldest: number, lists: ReadonlyMap<string, RankedList>): boolean {
  const recent = items.flatMap(({ source }) => lists.get(source) ?? []).filter(({ at }) => at >= oldest)
  return new Set(recent.map(({ platform }) => platform)).size > 1
}

function toTrend({ items, why, ...story }: Story, enteredAt: EnteredAt): TrendStory {
  const shown = items.map(({ firstSeen, ...item }) => ({
    ...item,
    ...timeOf(enteredAt({ source: item.source, firstSeen })),
  }))
  const { firstSource: source, firstSeen } = story
  return { ...story, items: shown, why: [...why], ...timeOf(enteredAt({ source, firstSeen })) }
}

type EnteredAt = ReturnType<typeof createSightedJoin>['enteredAt']

function timeOf(enteredAt: number | undefined): Pick<TrendStory, 'enteredAt'> {
  return enteredAt === undefined ? {} : { enteredAt }
}

/** Lists whose items are named by the title of a work. */
const listsOfWorks: ReadonlySet<string> = new Set([
  ...['douban', 'douban-movie', 'douban-book', 'iqiyi-hot-ranklist', 'qqvideo-tv-hotsearch', 'steam'],
  ...['steam-topsellers', 'baidu-movie', 'baidu-teleplay', 'baidu-novel', 'weread', 'weread-novel'],
  'weread-masterpiece',
])

/** Lists whose items are bare names, which many headlines have: of works, songs, podcasts, articles of an encyclopedia. */
const listsOfNames: ReadonlySet<string> = new Set([
  ...listsOfWorks,
  ...['netease-music-hot', 'netease-music-soaring', 'netease-music-new', 'netease-music-original'],
  ...['apple-music-cn', 'apple-podcasts-cn', 'wikipedia-zh'],
])

/** Reads the titles from cached lists, in the order of the lists; asks no site. */
export async function workTitlesOf(lists: Pick<Lists, 'all' | 'known'>): Promise<string[]> {
  return await titlesOf(lists, ({ id }) => listsOfWorks.has(id))
}

/** Lists of nothing but films or series; that of iQIYI has both. */
const filmLists: ReadonlySet<string> = new Set(['douban', 'douban-movie', 'baidu-movie'])
const seriesLists: ReadonlySet<string> = new Set(['baidu-teleplay', 'qqvideo-tv-hotsearch'])

/** Reads the titles of films and series from cached lists; asks no site. */
export async function filmsAndSeriesOf(lists: Pick<Lists, 'all' | 'known'>) {
  const films = await titlesOf(lists, ({ id }) => filmLists.has(id))
  const series = await titlesOf(lists, ({ id }) => seriesLists.has(id))
  const as =
    <Kind>(kind: Kind) =>
    (title: string) => ({ title, kind })
  return [...films.map(as('film' as const)), ...series.map(as('series' as const))]
}

async function titlesOf(
  { all, known }: Pick<Lists, 'all' | 'known'>,
  isRead: (list: Lists['all'][number]) => boolean,
): Promise<string[]> {
  const lists = all.filter((list) => list.isEnabled && isRead(list))
  const answers = await Promise.all(lists.map((list) => known(list)))
  const titles = answers.flatMap((answer) => answer?.items.flatMap((item) => item?.title ?? []) ?? [])
  return titles.map((title) => (/《([^》]{1,200})》/.exec(title)?.[1] ?? title).trim())
}
