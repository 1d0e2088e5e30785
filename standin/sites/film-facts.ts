// Hand-made facts about works on film sites: people, area, plot and poster.

import type { CloudType } from '../corpus/post.ts'
import { describe } from '../corpus/post-parts.ts'
import type { Work } from '../corpus/works.ts'
import { createSeededRandom } from '../seeded-random.ts'

export interface FilmFacts {
  readonly director: string
  readonly actors: readonly string[]
  readonly area: string
  readonly category: string
  readonly plot: string
}

const folk = ['甲导', '乙川', '丙禾', '丁墨', '戊白', '己宁', '庚石', '辛夷', '壬舟', '癸岸', 'Ada Demo', "Finn O'Demo"]
const areas = ['某地', '虚构国', '演示岛']

/** The facts of a work, equal on every site. */
export function factsOf(work: Work): FilmFacts {
  const chance = createSeededRandom('facts', work.title)
  const [director = '', ...actors] = chance.some(folk, chance.whole(2, 7))
  const [category = '其他'] = work.tags
  return { director, actors, area: chance.pick(areas), category, plot: describe(work, chance, 1, 3) }
}

/** Cloud names as Chinese sites write them, without 网盘 or 云盘. */
export const cloudNames: Readonly<Record<CloudType, string>> = {
  baidu: '百度',
  quark: '夸克',
  aliyun: '阿里',
  guangya: '光鸭',
  tianyi: '天翼',
  uc: 'UC',
  mobile: '移动',
  '115': '115',
  pikpak: 'PikPak',
  xunlei: '迅雷',
  '123': '123',
  magnet: '磁力',
  ed2k: '电驴',
  others: '其他',
}

/** The URL of an invented poster. */
export function posterOf(id: number): string {
  return `https://img.example.org/p/${id}.jpg`
}
