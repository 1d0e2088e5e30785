// Hand-made happenings that several of the well-known lists tell in different wording, so that there are stories to join.
import { createSeededRandom } from '../seeded-random.ts'
import wordings from './happenings.json' with { type: 'json' }
import type { Life, Member } from './list-members.ts'

const places =
  '云溪市 青石镇 白鹭湾 南屏县 松塔岛 北渡口 金桔港 芦花湖 雁鸣山 竹影区 星河谷 柳岸街 石榴巷 鹿鸣村 长桥镇 望海台 枫叶岭 莲塘县 晴川市'.split(
    ' ',
  )

/** Lists of news of all kinds; others tell no shared happening. */
const tellers =
  /^(?:weibo|zhihu|baidu|douyin|toutiao|bilibili-hot-search|thepaper|kuaishou|tieba|ifeng|qq-news|netease-news|tencent-hot|sina|36kr-quick|ithome|cankaoxiaoxi|zaobao|huxiu)\//

/** One happening begins at each step; it spreads to the lists within this many steps. */
const longestDelay = 3

/**
 * Returns the titles of those members of a list that tell a shared happening, by serial number. A list tells each at most once,
 * in the same words for as long as it is on the list.
 */
export function createHappenings({ seed, list }: Life): (members: readonly Member[]) => ReadonlyMap<number, string> {
  if (!tellers.test(list)) return () => new Map()
  const delay = createSeededRandom(seed, 'delay', list).whole(0, longestDelay)
  return (members) => {
    // Of the members that arrive at one step, the one that leaves last: it stays the same for as long as any is there.
    const latest = new Map(members.toSorted((one, other) => one.serial - other.serial).map((one) => [stepOf(one), one]))
    return new Map(
      [...latest].flatMap(([step, { serial }]) => {
        const happening = step - delay
        const share = createSeededRandom(seed, 'fame', happening).next()
        const random = createSeededRandom(seed, 'told', list, happening)
        return random.happens(0.1 + 0.6 * share) ? [[serial, titleOf(happening, random.next())]] : []
      }),
    )
  }
}

/** The step at which the member arrived; it is born within the step before. */
function stepOf({ born }: Member): number {
  return Math.ceil(born)
}

/** The same happening takes place in another town when all have taken place. */
function titleOf(happening: number, draw: number): string {
  const at = happening + 1_000 * wordings.length
  const titles = wordings[at % wordings.length] ?? []
  const place = places[(7 * at + Math.floor(at / wordings.length)) % places.length] ?? ''
  return (titles[Math.floor(draw * titles.length)] ?? '').replace('{place}', place)
}
