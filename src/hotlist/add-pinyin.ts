// How the names of lists sound that came without saying it: those of an operator's own, mostly.
import type { HotList } from './accept-family.ts'

/** The same lists, each with its pinyin where it has a Chinese name. What knows it is loaded only when one lacks it. */
export async function addPinyin(lists: ReadonlyMap<string, HotList>): Promise<ReadonlyMap<string, HotList>> {
  if (![...lists.values()].some(lacksPinyin)) return lists
  const { pinyinOf } = await import('./pinyin.ts')
  const sounded = (list: HotList): HotList => {
    const pinyin = lacksPinyin(list) ? pinyinOf(list) : undefined
    return pinyin === undefined ? list : { ...list, pinyin }
  }
  return new Map([...lists].map(([id, list]) => [id, sounded(list)]))
}

function lacksPinyin({ name, title = '', pinyin }: HotList): boolean {
  return pinyin === undefined && /\p{Script=Han}/u.test(`${name}${title}`)
}
