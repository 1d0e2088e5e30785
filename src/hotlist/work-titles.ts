// Titles of works on hot lists: those of films, series, books and games.
import type { Lists } from './lists.ts'

/** Lists whose items are named by the title of a work. */
const listsOfWorks: ReadonlySet<string> = new Set([
  ...['douban', 'douban-movie', 'douban-book', 'iqiyi-hot-ranklist', 'qqvideo-tv-hotsearch', 'steam'],
  ...['steam-topsellers', 'baidu-movie', 'baidu-teleplay', 'baidu-novel', 'weread', 'weread-novel'],
  'weread-masterpiece',
])

/** Lists whose items are bare names, which many headlines have: of works, songs, podcasts, articles of an encyclopedia. */
export const listsOfNames: ReadonlySet<string> = new Set([
  ...listsOfWorks,
  ...['netease-music-hot', 'netease-music-soaring', 'netease-music-new', 'netease-music-original'],
  ...['apple-music-cn', 'apple-podcasts-cn', 'wikipedia-zh'],
])

/** Reads the titles from cached lists, in the order of the lists; asks no site. */
export async function workTitlesOf({ all, known }: Pick<Lists, 'all' | 'known'>): Promise<string[]> {
  const lists = all.filter(({ id, isEnabled }) => isEnabled && listsOfWorks.has(id))
  const answers = await Promise.all(lists.map((list) => known(list)))
  const titles = answers.flatMap((answer) => answer?.items.flatMap((item) => item?.title ?? []) ?? [])
  return titles.map((title) => (/《([^》]{1,200})》/.exec(title)?.[1] ?? title).trim())
}
