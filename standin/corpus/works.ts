// The pool of invented works that all channels share, so that one keyword matches in many of them.
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import type { CloudType } from './post.ts'
import { createShare, type Share } from './shares.ts'
import { chineseFirst, chineseSecond, englishFirst, englishSecond, fixedTitles, kinds } from './vocabulary.ts'

export interface Work {
  readonly title: string
  readonly year: number
  /** Quality or length, as in `全12集`. */
  readonly mark: string
  readonly size: string
  readonly tags: readonly string[]
  readonly shares: readonly Share[]
}

const workCount = 300

/** Relative frequency of each cloud type, an estimate from real channels. */
const typeWeights: ReadonlyArray<readonly [CloudType, number]> = [
  ['quark', 0.7],
  ['baidu', 0.7],
  ['aliyun', 0.6],
  ['xunlei', 0.45],
  ['115', 0.35],
  ['tianyi', 0.35],
  ['uc', 0.35],
  ['123', 0.35],
  ['mobile', 0.3],
  ['magnet', 0.3],
  ['others', 0.3],
  ['guangya', 0.2],
  ['pikpak', 0.2],
  ['ed2k', 0.2],
]

function inventTitle(chance: SeededRandom): string {
  if (chance.happens(0.25)) return `${chance.pick(englishFirst)} ${chance.pick(englishSecond)}`
  const joint = chance.pick(['', '的', '与', '·'])
  return `${chance.pick(chineseFirst)}${joint}${chance.pick(chineseSecond)}`
}

function createWork(title: string, seed: number): Work {
  const chance = createSeededRandom(seed, 'work', title)
  const kind = chance.pick(Object.values(kinds))
  const shares: Share[] = []
  for (const [type, share] of typeWeights) {
    if (!chance.happens(share)) continue
    shares.push(createShare(type, title, chance))
    // A replaced share has a new link and a new code.
    if (chance.happens(0.2)) shares.push(createShare(type, title, chance))
  }
  // Every work has a plain web link, so that every post style can use it.
  if (!shares.some((share) => share.type === 'quark')) shares.push(createShare('quark', title, chance))
  return {
    title,
    year: chance.whole(2027, 2038),
    mark: chance.pick(kind.marks),
    size: chance.pick(kind.sizes),
    tags: kind.tags,
    shares,
  }
}

const worksBySeed = new Map<number, readonly Work[]>()

/** The 300 works of a seed, the fixed titles first. Those of the last seed are kept: tests start many stand-ins. */
export function worksOf(seed: number): readonly Work[] {
  const works = worksBySeed.get(seed) ?? createWorks(seed)
  worksBySeed.clear()
  worksBySeed.set(seed, works)
  return works
}

function createWorks(seed: number): readonly Work[] {
  const chance = createSeededRandom(seed, 'titles')
  const titles = new Set<string>(fixedTitles)
  while (titles.size < workCount) titles.add(inventTitle(chance))
  return [...titles].map((title) => createWork(title, seed))
}
