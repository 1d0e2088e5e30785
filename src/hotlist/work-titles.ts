// Titles of works on hot lists: those of films, series, books and games.
import type { Lists } from './lists.ts'

/** Lists whose items are named by the title of a work. */
export const listsOfWorks: ReadonlySet<string> = new Set([
  ...['douban', 'douban-movie', 'iqiyi-hot-ranklist', 'qqvideo-tv-hotsearch', 'steam'],
  ...['baidu-movie', 'baidu-teleplay', 'baidu-novel', 'weread', 'weread-novel', 'weread-masterpiece'],
])

/** Reads the titles from cached lists, in the order of the lists; asks no site. */
export async function workTitlesOf({ all, known }: Pick<Lists, 'all' | 'known'>): Promise<string[]> {
  const lists = all.filter(({ id, isEnabled }) => isEnabled && listsOfWorks.has(id))
  const answers = await Promise.all(lists.map((list) => known(list)))
  const titles = answers.flatMap((answer) => answer?.items.flatMap((item) => item?.title ?? []) ?? [])
  return titles.map((title) => (/《([^》]{1,200})》/.exec(title)?.[1] ?? title).trim())
}
