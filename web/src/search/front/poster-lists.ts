// The lists that name works, in the order of the start page.

/** Ids of lists whose titles are titles of films, series, books and games. */
export const posterLists = [
  'douban',
  'iqiyi-hot-ranklist',
  'qqvideo-tv-hotsearch',
  'douban-movie',
  'weread',
  'steam',
] as const

/** The keyword: the title in 《》 if there is one. */
export function titleOf(text: string): string {
  return (/《([^《》]{1,100})》/.exec(text)?.[1] ?? text).trim()
}
