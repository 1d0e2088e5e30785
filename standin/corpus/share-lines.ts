// Writes one share into a text: link as anchor, label or plain text, access code, and trailing characters.
import type { SeededRandom } from '../seeded-random.ts'
import { type Spelling, spellingsOf } from './link-formats.ts'
import type { CloudType, Piece, Truth } from './post.ts'
import type { Share } from './shares.ts'
import { tailEmoji } from './vocabulary.ts'

/** A share as text, and the shares that a parser must find in it. */
export interface Line {
  readonly pieces: readonly Piece[]
  readonly truth: Truth
}

/** Labels for a drive in front of its link. */
const driveLabels: Record<CloudType, readonly [string, ...string[]]> = {
  baidu: ['百度', '百度网盘', '度盘'],
  quark: ['夸克', '夸克网盘', '夸克云盘'],
  aliyun: ['阿里', '阿里云盘'],
  guangya: ['光鸭', '光鸭云盘'],
  tianyi: ['天翼', '天翼云盘'],
  uc: ['UC', 'UC网盘'],
  mobile: ['移动', '移动云盘'],
  '115': ['115', '115网盘'],
  pikpak: ['PikPak'],
  xunlei: ['迅雷', '迅雷云盘'],
  '123': ['123', '123云盘'],
  magnet: ['磁力', '磁力链接'],
  ed2k: ['电驴', 'ed2k'],
  others: ['网盘', '下载'],
}

/** Picks a label for a drive. */
export function driveLabel(type: CloudType, chance: SeededRandom): string {
  return chance.pick(driveLabels[type])
}

/** False for magnet and ed2k links: Telegram leaves them as plain text. */
export function isClickable(url: string): boolean {
  return url.startsWith('http')
}

/** The link as the page shows it; in most cases an anchor around its own URL. */
export function linkPieces(url: string, chance: SeededRandom): Piece[] {
  if (!isClickable(url) || chance.happens(0.06)) return [url]
  if (chance.happens(0.04)) {
    const bare = url.slice(url.indexOf('://') + 3)
    return [{ href: `http://${bare}`, label: bare }]
  }
  return [{ href: url, label: url }]
}

/** Text that gives the access code after a link. */
export function codeNote(share: Share, chance: SeededRandom): string {
  const { password, type } = share
  const marker =
    type === 'tianyi' ? '访问码' : chance.pick(['提取码', '提取码', '提取码', '密码', '访问码', '提取密码', '口令'])
  return chance.pick([
    ` ${marker}：${password}`,
    ` ${marker}: ${password}`,
    `（${marker}：${password}）`,
    ` (${marker}:${password})`,
    ` 【${marker}】${password}`,
    ` ${marker} ${password}`,
    ` pwd: ${password}`,
    ` passcode=${password}`,
    `\n${marker}：${password}`,
    `\n${marker}: ${password}`,
  ])
}

/** Picks the most common format in about half of all cases, else any other. */
export function pickSpelling(share: Share, chance: SeededRandom): Spelling {
  const spellings = spellingsOf(share)
  return chance.happens(0.5) ? chance.pick(spellings.slice(0, 1)) : chance.pick(spellings)
}

/** The expected result; `given` says whether the post contains the access code. */
export function truthOf(share: Share, work: string, given: boolean): Truth {
  return { type: share.type, code: share.code, password: given ? share.password : '', work }
}

/** Adds characters that people write directly after a link: a full stop, an emoji, a word. */
function withTail(pieces: readonly Piece[], chance: SeededRandom): Piece[] {
  const draw = chance.next()
  if (draw < 0.05) return [...pieces, chance.pick(['，转存自取', '。', '；', '！欢迎收藏', '、', '　备用'])]
  if (draw < 0.1) return [...pieces, chance.pick(tailEmoji)]
  if (draw < 0.13) return [...pieces, chance.pick(['.', ',', ';', "'", '|', '*', '~', '>'])]
  if (draw < 0.16) return chance.happens(0.5) ? ['(', ...pieces, ')'] : ['[', ...pieces, ']']
  if (draw < 0.18) return ['"', ...pieces, '"']
  return [...pieces]
}

/** A share as link and, if it has one, access code; sometimes the code is missing. */
export function writeShare(share: Share, work: string, chance: SeededRandom): Line {
  const spelling = pickSpelling(share, chance)
  const pieces = linkPieces(spelling.url, chance)
  if (share.password === '' || spelling.carriesCode) {
    // ed2k links end in `|` and `/`, so it would be ambiguous whether ASCII characters after them belong to the link.
    const tailed = share.type === 'ed2k' ? pieces : withTail(pieces, chance)
    return { pieces: tailed, truth: truthOf(share, work, spelling.carriesCode) }
  }
  if (chance.happens(0.06)) return { pieces, truth: truthOf(share, work, false) }
  return { pieces: [...pieces, codeNote(share, chance)], truth: truthOf(share, work, true) }
}

/** Removes duplicate shares; keeps the access code when any duplicate has one. */
export function mergeTruth(truth: readonly Truth[]): Truth[] {
  const merged = new Map<string, Truth>()
  for (const one of truth) {
    const key = `${one.type}:${one.code}`
    const seen = merged.get(key)
    if (seen === undefined || seen.password === '')
      merged.set(key, seen === undefined ? one : { ...seen, password: one.password })
  }
  return [...merged.values()]
}
