// Adds pinyin to lists that lack it, mostly custom ones, so that they are found by it.
import type { HotList } from './build-lists.ts'

/** The same lists, each with the pinyin of its Chinese name. The dictionary is loaded only if a list lacks it. */
export async function addPinyin(lists: ReadonlyMap<string, HotList>): Promise<ReadonlyMap<string, HotList>> {
  if (![...lists.values()].some(lacksPinyin)) return lists
  const { pinyinOf } = await import('../parsing/pinyin.ts')
  const complete = (list: HotList): HotList => {
    const pinyin = lacksPinyin(list) ? pinyinOf(list) : undefined
    return pinyin === undefined ? list : { ...list, pinyin }
  }
  return new Map([...lists].map(([id, list]) => [id, complete(list)]))
}

function lacksPinyin({ name, title = '', pinyin }: HotList): boolean {
  return pinyin === undefined && /\p{Script=Han}/u.test(`${name}${title}`)
}
