// Invented headlines and names for growing lists; they refer to no real place, thing or event.
import { createSeededRandom } from '../seeded-random.ts'
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
  /** The place at the start of the title. */
  readonly place: string
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
const shelves = new Map(Object.entries(workTitles))

/** The titles of works of a list, by serial number. */
function createTitles(seed: number, list: string): (serial: number) => string {
  const shelf = shelves.get(list.replace(/\/.*/, ''))
  const titles = shelf
    ? [...shelf.fixed, ...shelf.first.flatMap((first) => shelf.second.map((second) => first + shelf.joint + second))]
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
      place,
      name,
      phrase: `${name} ${pick(deeds)} ${word()} ${word()} ${pick(ends)}`,
      slug: name.replace(' ', '-').toLowerCase(),
      work: titleOfWork(serial),
    }
  }
}
