// Parts of posts that several styles use: headline, paragraph, drive lines, footer.
import type { SeededRandom } from '../seeded-random.ts'
import type { Draft, Piece, Truth } from './post.ts'
import { driveLabel, type Line, mergeTruth, writeShare } from './share-lines.ts'
import type { Share } from './shares.ts'
import { englishSentences, mentions, sentences, tags } from './vocabulary.ts'
import type { Work } from './works.ts'

/** Writes a post about a work; `more` are further works for styles that list several. */
export type Style = (work: Work, more: readonly Work[], chance: SeededRandom) => Draft

/** The work's name as a headline. */
export function headline(work: Work): string {
  return `${work.title} (${work.year}) ${work.mark}`
}

function isEnglish(work: Work): boolean {
  return /^[\x20-\x7e]+$/.test(work.title)
}

/** A paragraph about a work. */
export function describe(work: Work, chance: SeededRandom, low: number, high: number): string {
  const pool = isEnglish(work) ? englishSentences : sentences
  return chance.some(pool, chance.whole(low, high)).join(isEnglish(work) ? ' ' : '')
}

/** The lines below the links: size, hashtags, contacts, sender. */
export function footer(work: Work, chance: SeededRandom): Piece[] {
  const marks = [...work.tags, ...chance.some(tags, chance.whole(2, 4)), work.title.replaceAll(/[ ·]/g, '')]
  const pieces: Piece[] = ['\n\n📁 大小：', work.size, '\n🏷 标签：']
  for (const tag of new Set(marks)) pieces.push({ tag }, ' ')
  pieces.push('\n📢 频道：', { mention: chance.pick(mentions) })
  if (chance.happens(0.7)) pieces.push('\n👥 群组：', { mention: chance.pick(mentions) })
  if (chance.happens(0.4))
    pieces.push('\n', {
      style: 'i',
      of: [chance.pick(['投稿 / 求片请联系管理', '失效请留言，看到就补', '来自频道成员分享'])],
    })
  return pieces
}

/** One to `high` of a work's shares. */
export function someShares(work: Work, chance: SeededRandom, high: number): Share[] {
  return chance.some(work.shares, chance.whole(1, high))
}

/** Joins a label to the link before it only where the boundary stays recognizable. */
function joint(line: Line, label: string, glue: boolean): string {
  const last = line.pieces.at(-1)
  const endsInLink = typeof last === 'object' && 'href' in last
  return glue && endsInLink && /^[^\x20-\x7e]/.test(label) ? '' : '\n'
}

/** One line for each drive, sometimes without line breaks between them; merges the expected shares. */
export function driveLines(
  work: Work,
  shares: readonly Share[],
  chance: SeededRandom,
): { pieces: Piece[]; truth: Truth[] } {
  const glue = chance.happens(0.2)
  const pieces: Piece[] = []
  const truth: Truth[] = []
  let before: Line | undefined
  for (const share of shares) {
    const label = driveLabel(share.type, chance)
    const line = writeShare(share, work.title, chance)
    if (before !== undefined) pieces.push(joint(before, label, glue))
    pieces.push(`${label}${chance.pick(['：', '：', ': '])}`, ...line.pieces)
    truth.push(line.truth)
    before = line
  }
  return { pieces, truth: mergeTruth(truth) }
}
