// Styles of share posts (telegram.md section 7): cards, drive lists, lists of works, blurbs, labels, buttons.
import type { SeededRandom } from '../seeded-random.ts'
import type { Draft, Piece, Truth } from './post.ts'
import {
  codeNote,
  driveLabel,
  isClickable,
  type Line,
  linkPieces,
  mergeTruth,
  pickSpelling,
  truthOf,
  writeShare,
} from './share-lines.ts'
import type { Share } from './shares.ts'
import { englishSentences, mentions, sentences, tags, tailEmoji, titleEmoji } from './vocabulary.ts'
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
function footer(work: Work, chance: SeededRandom): Piece[] {
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
function someShares(work: Work, chance: SeededRandom, high: number): Share[] {
  return chance.some(work.shares, chance.whole(1, high))
}

/** Joins a label to the link before it only where the boundary stays recognizable. */
function joint(line: Line, label: string, glue: boolean): string {
  const last = line.pieces.at(-1)
  const endsInLink = typeof last === 'object' && 'href' in last
  return glue && endsInLink && /^[^\x20-\x7e]/.test(label) ? '' : '\n'
}

/** One line for each drive, sometimes without line breaks between them; merges the expected shares. */
function driveLines(work: Work, shares: readonly Share[], chance: SeededRandom): { pieces: Piece[]; truth: Truth[] } {
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

const card: Style = (work, _more, chance) => {
  const shares = someShares(work, chance, 3)
  const { pieces, truth } = driveLines(work, shares, chance)
  const first = chance.happens(0.6) ? `名称：${headline(work)}` : `${chance.pick(titleEmoji)} ${headline(work)}`
  const links = shares.length === 1 ? ['链接：', ...pieces.slice(1)] : pieces
  const body: Piece[] = [
    { style: 'b', of: [first] },
    '\n\n描述：',
    describe(work, chance, 3, 5),
    '\n\n',
    ...links,
    ...footer(work, chance),
  ]
  return { body, truth, media: ['photo'] }
}

const drives: Style = (work, _more, chance) => {
  const { pieces, truth } = driveLines(work, someShares(work, chance, 5), chance)
  const title: Piece[] = chance.happens(0.3)
    ? [{ customEmoji: '🎨' }, ` ${headline(work)}`]
    : [{ style: 'b', of: [headline(work)] }]
  const about: Piece = { style: 'blockquote', of: [describe(work, chance, 3, 5)] }
  return {
    body: [...title, '\n', about, '\n', ...pieces, ...footer(work, chance)],
    truth,
    media: [chance.pick(['photo', 'photo', 'video'])],
  }
}

const list: Style = (work, more, chance) => {
  const pieces: Piece[] = [{ style: 'b', of: [`${chance.pick(titleEmoji)} 今日更新合集`] }, '\n']
  const truth: Truth[] = []
  for (const one of [work, ...more]) {
    const share = chance.pick(one.shares)
    const line = writeShare(share, one.title, chance)
    pieces.push('\n', `${one.title}丨${driveLabel(share.type, chance)}：`, ...line.pieces)
    truth.push(line.truth)
  }
  return { body: [...pieces, '\n\n', describe(work, chance, 1, 2), ...footer(work, chance)], truth: mergeTruth(truth) }
}

const blocks: Style = (work, more, chance) => {
  const body: Piece[] = []
  const truth: Truth[] = []
  for (const one of [work, ...more.slice(0, 2)]) {
    const written = driveLines(one, someShares(one, chance, 2), chance)
    body.push({ style: 'b', of: [headline(one)] }, '\n', ...written.pieces, '\n\n')
    truth.push(...written.truth)
  }
  return {
    body: [...body, describe(work, chance, 1, 3), ...footer(work, chance)],
    truth: mergeTruth(truth),
    media: ['photo'],
  }
}

/** The text that an app's "copy link" produces (cloud-links.md section 3; the lines have the real form). */
function blurb(share: Share, work: Work, link: readonly Piece[]): Piece[] {
  const code = share.password
  const note = code === '' ? '' : ` 提取码: ${code}`
  switch (share.type) {
    case 'baidu':
      return ['链接: ', ...link, `${note} --来自百度网盘超级会员v3的分享`]
    case 'aliyun':
      return [
        `「${work.title}」`,
        ...link,
        `${note} 点击链接保存，或者复制本段内容，打开「阿里云盘」APP ，无需下载极速在线查看`,
      ]
    case 'quark':
      return [`我用夸克网盘分享了「${work.title}」，链接：`, ...link, code === '' ? '' : ` 提取码：${code}`]
    case 'xunlei':
      return [`分享文件：${work.title} 链接：`, ...link, `${note} 复制这段内容后打开手机迅雷App，查看更方便`]
    case '115':
      return [...link, ` ${work.title}${code === '' ? '' : ` 访问码：${code}`} 复制这段内容，可在115App中直接打开！`]
    case 'tianyi':
      return [`${work.title} `, ...link, code === '' ? '' : `（访问码：${code}）`]
    default:
      return [`${work.title} 链接：`, ...link, note]
  }
}

const blurbs: Style = (work, _more, chance) => {
  const share = chance.pick(work.shares)
  const link = linkPieces(pickSpelling(share, chance).url, chance)
  // Section 3: a code may also precede its link; with a single link this is unambiguous.
  const front = share.password !== '' && chance.happens(0.25)
  const text: Piece[] = front ? [`提取码 ${share.password} 链接 `, ...link] : blurb(share, work, link)
  const body: Piece[] = [`${headline(work)}\n`, ...text, '\n\n', describe(work, chance, 3, 5), ...footer(work, chance)]
  return { body, truth: [truthOf(share, work.title, true)], media: ['photo'] }
}

/** A label whose link is only in `href`. */
function labelled(share: Share, chance: SeededRandom): Piece[] {
  const spelling = pickSpelling(share, chance)
  if (!isClickable(spelling.url)) return [spelling.url]
  if (share.password === '' || spelling.carriesCode) {
    return [{ href: spelling.url, label: chance.pick(['点击保存', driveLabel(share.type, chance), '👉点我', '🔗']) }]
  }
  if (chance.happens(0.4)) return [{ href: spelling.url, label: `点击保存 提取码：${share.password}` }]
  return [{ href: spelling.url, label: '点击保存' }, ` 提取码: ${share.password}`]
}

const labels: Style = (work, _more, chance) => {
  const shares = someShares(work, chance, 4)
  const lines = shares.flatMap((share): Piece[] => ['\n', `${chance.pick(tailEmoji)} `, ...labelled(share, chance)])
  const body: Piece[] = [
    { style: 'b', of: [headline(work)] },
    '\n\n简介：',
    describe(work, chance, 3, 5),
    '\n',
    ...lines,
    ...footer(work, chance),
  ]
  return {
    body,
    truth: shares.map((share) => truthOf(share, work.title, true)),
    media: ['photo'],
    answers: chance.happens(0.3),
  }
}

const buttons: Style = (work, _more, chance) => {
  const shares = someShares(work, chance, 4).filter((share) => !['magnet', 'ed2k'].includes(share.type))
  const rows = shares.map((share) => {
    const spelling = pickSpelling(share, chance)
    const note = share.password === '' || spelling.carriesCode ? '' : ` 提取码：${share.password}`
    return [{ href: spelling.url, label: `${driveLabel(share.type, chance)}${note}` }]
  })
  const body: Piece[] = [
    { style: 'b', of: [headline(work)] },
    '\n\n',
    describe(work, chance, 4, 6),
    ...footer(work, chance),
  ]
  return { body, truth: shares.map((share) => truthOf(share, work.title, true)), media: ['photo'], buttons: rows }
}

const english: Style = (work, _more, chance) => {
  const shares = someShares(work, chance, 3)
  const truth: Truth[] = []
  const lines = shares.flatMap((share): Piece[] => {
    const line = writeShare(share, work.title, chance)
    truth.push(line.truth)
    return ['\n', `${share.type.toUpperCase()}: `, ...line.pieces]
  })
  const about = chance.some(englishSentences, 4).join(' ')
  return {
    body: [headline(work), '\n\n', about, '\n', ...lines, ...footer(work, chance)],
    truth: mergeTruth(truth),
    media: ['photo'],
  }
}

const preview: Style = (work, _more, chance) => {
  const share = chance.pick(work.shares)
  const spelling = pickSpelling(share, chance)
  const known = share.password === '' || spelling.carriesCode
  const body: Piece[] = [
    headline(work),
    '\n',
    ...linkPieces(spelling.url, chance),
    known ? '' : codeNote(share, chance),
    '\n\n',
    describe(work, chance, 3, 5),
  ]
  const draft: Draft = { body: [...body, ...footer(work, chance)], truth: [truthOf(share, work.title, true)] }
  if (!isClickable(spelling.url)) return draft
  const description = describe(work, chance, 2, 3)
  return {
    ...draft,
    preview: {
      href: spelling.url,
      site: '网盘分享',
      title: `${work.title}_免费高速下载`,
      description,
      image: chance.pick(['right', 'wide', 'none']),
    },
  }
}

/** Styles and their relative frequencies. */
export const styles: ReadonlyArray<readonly [Style, number]> = [
  [card, 30],
  [drives, 18],
  [list, 8],
  [blocks, 5],
  [blurbs, 10],
  [labels, 8],
  [buttons, 6],
  [english, 5],
  [preview, 6],
]
