// Invented headlines and names for growing lists; they refer to no real place, thing or event.
import { createSeededRandom } from '../seeded-random.ts'

const places =
  '云溪市 青石镇 白鹭湾 南屏县 松塔岛 北渡口 金桔港 芦花湖 雁鸣山 竹影区 星河谷 柳岸街 石榴巷 鹿鸣村 长桥镇 望海台 枫叶岭 月牙泉乡 莲塘县 晴川市'.split(
    ' ',
  )
const things =
  '地铁夜班车 社区图书馆 旧书市集 河岸步道 风力电站 中学天文台 公共菜园 渡轮航线 气象雷达 纸鹤博物馆 自动驾驶巴士 海藻工厂 开源芯片 露天电影院 老邮局 潮汐钟 木偶剧团 城市农场 山顶咖啡馆 废船改造的学校 共享工具房 候鸟观测站 玻璃温室 夜间泳池'.split(
    ' ',
  )
const events =
  '今起试运行 公开征求意见 迎来第一万名访客 宣布延长开放时间 发布年度报告 因大雾暂停半天 完成升级改造 招募志愿者 获得设计奖 登上热议榜 首次对外开放 更名 迁往新址 收到一封匿名来信 推出学生半价票 重新点灯 举办十周年展 入选年度名单 换上新招牌 与邻镇结对'.split(
    ' ',
  )
const qualities =
  'Quiet Copper Paper Amber Northern Hidden Gentle Hollow Silver Early Patient Wandering Painted Borrowed Folded Distant Humble Lucid Mossy Narrow Open Plain Rapid Salted Tidy Upper Velvet Winter Yellow Brisk Calm'.split(
    ' ',
  )
const nouns =
  'Lantern Harbor Orchard Compass Bridge Ledger Kettle Meadow Signal Crane Anchor Garden Window Beacon Cellar Drum Engine Feather Glacier Hammock Island Juniper Loom Mirror Needle Oar Pebble Quarry River'.split(
    ' ',
  )
const deeds = [
  'opens its archive',
  'moves to a smaller team',
  'explains a long outage',
  'ships a second release',
  'reports steady growth',
  'is written in one file',
  'asks for public comment',
]

/** The text in every language that a list may need. */
export interface Headline {
  /** A Chinese sentence within GB2312. */
  readonly title: string
  /** The place at the start of the title. */
  readonly place: string
  /** Two English words. */
  readonly name: string
  /** An English sentence about `name`. */
  readonly phrase: string
  /** `name` in the form of a URL slug. */
  readonly slug: string
}

function wordAt(words: readonly string[], at: number): string {
  return words[at % words.length] ?? ''
}

/**
 * Creates headlines by serial number. Headlines that are in a list at the same time differ; two lists share headlines
 * only by chance.
 */
export function createHeadlines(seed: number, list: string): (serial: number) => Headline {
  const offset = createSeededRandom(seed, 'headline', list).whole(0, 9999)
  return (serial) => {
    // A stride coprime to the number of combinations visits all of them before it repeats one.
    const chinese = ((serial + offset) * 617) % (places.length * things.length * events.length)
    const english = ((serial + offset) * 367) % (qualities.length * nouns.length)
    const rest = Math.floor(chinese / places.length)
    const place = wordAt(places, chinese)
    const quality = wordAt(qualities, english)
    const noun = wordAt(nouns, Math.floor(english / qualities.length))
    return {
      title: place + wordAt(things, rest) + wordAt(events, Math.floor(rest / things.length)),
      place,
      name: `${quality} ${noun}`,
      phrase: `${quality} ${noun} ${wordAt(deeds, serial + offset)}`,
      slug: `${quality}-${noun}`.toLowerCase(),
    }
  }
}
