// Generates invented channel titles: Chinese words of very different frequency, with quality marks, years and English names.
import { createSeededRandom } from '../standin/seeded-random.ts'

/** A million and more titles; the same number always gives the same title. */
export interface InventedTitles {
  titleAt(at: number): string
  /** The Chinese words of a title. */
  wordsOf(at: number): readonly string[]
  /** The word at a frequency rank; rank 0 is the most frequent. */
  wordAt(rank: number): string
}

const wordCount = 6_000
const marks = [
  '4K',
  '1080P',
  'HDR',
  '全集',
  '国语中字',
  '更新至12集',
  '完结',
  '无损',
  'PDF',
  '第二季',
  'S01E02',
  '蓝光原盘',
]
const english = [
  'Wandering',
  'Earth',
  'Paper',
  'Crane',
  'Lighthouse',
  'Ocean',
  'Garden',
  'Northern',
  'Letters',
  'Machine',
]

/**
 * Creates titles for a seed; word frequencies follow a natural language: the n-th word is about 1/n as frequent as the
 * first.
 */
export function inventTitles(seed: number): InventedTitles {
  const chance = createSeededRandom('titles', seed)
  const character = () => String.fromCodePoint(0x4e00 + Math.floor(chance.next() ** 2 * 3_000))
  const words = Array.from(
    { length: wordCount },
    () => character() + character() + (chance.happens(0.25) ? character() : ''),
  )
  const harmonic = Math.log(wordCount)
  const wordAt = (rank: number) => words[rank % wordCount] ?? ''
  const wordsOf = (at: number) => {
    const draw = createSeededRandom('title', seed, at)
    return Array.from({ length: draw.whole(2, 5) }, () => wordAt(Math.floor(Math.exp(draw.next() * harmonic)) - 1))
  }
  return {
    wordAt,
    wordsOf,
    titleAt(at) {
      const draw = createSeededRandom('marks', seed, at)
      const year = draw.happens(0.4) ? ` (${draw.whole(1990, 2031)})` : ''
      const name = draw.happens(0.3) ? ` ${draw.some(english, 2).join(' ')}` : ''
      const text = draw.some(marks, draw.whole(0, 3)).join(' ')
      return `${wordsOf(at).join('')}${name}${year} ${text}`.trim()
    },
  }
}
