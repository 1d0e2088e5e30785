// Invented headlines and names for growing lists, and happenings that several lists tell; they refer to no real place, thing or event.

import { createSeededRandom } from '../seeded-random.ts'
import wordings from './happenings.json' with { type: 'json' }
import type { Life, Member } from './list-members.ts'
import workTitles from './work-titles.json' with { type: 'json' }

const placeEnds = [...'市县镇湾岛村区乡州城港山湖屯寨关']
const letters = [
  ...'沈陆顾温裴岑闻柯凌程乔祁卫殷霍连简鲍纪楚苗葛涂砚知听予怀见采问拂临栖照迎半载晚漱撷沐舟岚禾荷樵笙棠禅屿筠珂麓岫汀蘅簌霁溪镜鹭屏塔渡桔影榴桥牙塘泉',
]
// Words of many real headlines. The rest of a title is rare, so that two of them do not pass for one happening.
const whats = '回应 评价 关注 发布 宣布 发现 建议 直播 希望 开始 通报 工作 比赛 晋级 出现 报告 影响 成为'.split(' ')
// The same for English headlines.
const deeds = ['opens new', 'says no to', 'plans more', 'wins back', 'cuts down', 'talks about', 'reports on', 'is not']
const ends = [
  'after a year',
  'this week',
  'for the first time',
  'over time',
  'in public',
  'again',
  'with a plan',
  'at last',
]
const starts = 'Bel Cor Dun Est Fal Gar Hal Ist Kel Lor Mar Nor Ost Pel Rav Sel Tor Ulm Vel Wyn'.split(' ')
const middles = 'a e i o u ale ami ane ari asu eda elo emi ero ila imo ine ira olu ona ure'.split(' ')
const nameEnds = 'bury dale dorf ford gate holm ham lund mere nova port sund stad wick yard'.split(' ')

/** The text in every language that a list may need. */
export interface Headline {
  /** A Chinese sentence within GB2312. */
  readonly title: string
  /** Two invented English names. */
  readonly name: string
  /** An English sentence about `name`. */
  readonly phrase: string
  /** `name` in the form of a URL slug. */
  readonly slug: string
  /** The Chinese title of an invented work. */
  readonly work: string
}

/** Invented works of the lists that name some; no two lists share words, so that few stories are about works. Channels have links of `fixed`. */
const titlesByList = new Map(Object.entries(workTitles))

/** The titles of works of a list, by serial number. */
function createTitles(seed: number, list: string): (serial: number) => string {
  const titleWords = titlesByList.get(list.replace(/\/.*/, ''))
  const titles = titleWords
    ? [
        ...titleWords.fixed,
        ...titleWords.first.flatMap((first) => titleWords.second.map((second) => first + titleWords.joint + second)),
      ]
    : []
  const offset = createSeededRandom(seed, 'titles', list).whole(0, 999)
  // The stride is coprime to the number of titles, and neighbours share no word.
  return (serial) => wordAt(titles, (serial + offset) * 10)
}

/** One of these words. */
type Pick = (words: readonly string[]) => string

function wordAt(words: readonly string[], at: number): string {
  return words[at % words.length] ?? ''
}

/** An invented town: two characters and what it is. */
function placeOf(pick: Pick): string {
  return pick(letters) + pick(letters) + pick(placeEnds)
}

/**
 * Creates headlines by serial number. Headlines that are in a list at the same time differ; two lists share headlines
 * only by chance.
 */
export function createHeadlines(seed: number, list: string): (serial: number) => Headline {
  const titleOfWork = createTitles(seed, list)
  return (serial) => {
    const random = createSeededRandom(seed, 'words', list, serial)
    const pick: Pick = (words) => wordAt(words, random.whole(0, 9_999))
    const place = placeOf(pick)
    const title = `${place}“${pick(letters)}${pick(letters)}${pick(letters)}${pick(letters)}”${pick(whats)}`
    const word = () =>
      pick(starts) + pick(middles) + pick(['l', 'm', 'n', 'r', 's', 't', 'v']) + pick(middles) + pick(nameEnds)
    const name = `${word()} ${word()}`
    return {
      title,
      name,
      phrase: `${name} ${pick(deeds)} ${word()} ${word()} ${pick(ends)}`,
      slug: name.replace(' ', '-').toLowerCase(),
      work: titleOfWork(serial),
    }
  }
}

const places =
  '云溪市 青石镇 白鹭湾 南屏县 松塔岛 北渡口 金桔港 芦花湖 雁鸣山 竹影区 星河谷 柳岸街 石榴巷 鹿鸣村 长桥镇 望海台 枫叶岭 莲塘县 晴川市'.split(
    ' ',
  )

/** Lists of news of all kinds; others tell no shared happening. */
const newsLists =
  /^(?:weibo|zhihu|baidu|douyin|toutiao|bilibili-hot-search|thepaper|kuaishou|tieba|ifeng|qq-news|netease-news|tencent-hot|sina|36kr-quick|ithome|cankaoxiaoxi|zaobao|huxiu)\//

/** One happening begins at each step; it spreads to the lists within this many steps. */
const longestDelay = 3

/**
 * Returns the titles of those members of a list that tell a shared happening, by serial number. A list tells each at most once,
 * in the same words for as long as it is on the list.
 */
export function createHappenings({ seed, list }: Life): (members: readonly Member[]) => ReadonlyMap<number, string> {
  if (!newsLists.test(list)) return () => new Map()
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
