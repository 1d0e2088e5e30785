// One share written into a text: its link as an anchor, a label or plain text, its code beside it, and what sticks to it.
import type { SeededRandom } from '../seeded-random.ts'
import type { Spelling } from './link-format.ts'
import { spellingsOf } from './link-formats.ts'
import type { CloudType, Piece, Truth } from './post.ts'
import type { Share } from './shares.ts'
import { tailEmoji } from './vocabulary.ts'

/** A share in words, and what a person reads out of it. */
export interface Line {
  readonly pieces: readonly Piece[]
  readonly truth: Truth
}

/** What people call a drive in front of its link. */
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

/** A name for the drive, as a label. */
export function driveLabel(type: CloudType, chance: SeededRandom): string {
  return chance.pick(driveLabels[type])
}

/** Nobody can click magnet and ed2k links on the page: Telegram leaves them as text. */
export function isClickable(url: string): boolean {
  return url.startsWith('http')
}

/** The link as the page shows it: mostly an anchor over its own address. */
export function linkPieces(url: string, chance: SeededRandom): Piece[] {
  if (!isClickable(url) || chance.happens(0.06)) return [url]
  if (chance.happens(0.04)) {
    const bare = url.slice(url.indexOf('://') + 3)
    return [{ href: `http://${bare}`, label: bare }]
  }
  return [{ href: url, label: url }]
}

/** Words that give the access code behind a link. */
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

/** The usual spelling in about half of all cases, any other form in the rest. */
export function pickSpelling(share: Share, chance: SeededRandom): Spelling {
  const spellings = spellingsOf(share)
  return chance.happens(0.5) ? chance.pick(spellings.slice(0, 1)) : chance.pick(spellings)
}

/** What a person reads: the code is known when the post gives it anywhere. */
export function truthOf(share: Share, work: string, given: boolean): Truth {
  return { type: share.type, code: share.code, password: given ? share.password : '', work }
}

/** Adds what people leave right behind a link: a full stop, an emoji, a word. */
function withTail(pieces: readonly Piece[], chance: SeededRandom): Piece[] {
  const draw = chance.next()
  if (draw < 0.05) return [...pieces, chance.pick(['，转存自取', '。', '；', '！欢迎收藏', '、', '　备用'])]
  if (draw < 0.1) return [...pieces, chance.pick(tailEmoji)]
  if (draw < 0.13) return [...pieces, chance.pick(['.', ',', ';', "'", '|', '*', '~', '>'])]
  if (draw < 0.16) return chance.happens(0.5) ? ['(', ...pieces, ')'] : ['[', ...pieces, ']']
  if (draw < 0.18) return ['"', ...pieces, '"']
  return [...pieces]
}

/** A share as a link and, when it has one, its code; now and then the writer forgets the code. */
export function writeShare(share: Share, work: string, chance: SeededRandom): Line {
  const spelling = pickSpelling(share, chance)
  const pieces = linkPieces(spelling.url, chance)
  if (share.password === '' || spelling.carriesCode) {
    // ed2k ends in | and /, so an ASCII tail behind it would belong to nobody.
    const tailed = share.type === 'ed2k' ? pieces : withTail(pieces, chance)
    return { pieces: tailed, truth: truthOf(share, work, spelling.carriesCode) }
  }
  if (chance.happens(0.06)) return { pieces, truth: truthOf(share, work, false) }
  return { pieces: [...pieces, codeNote(share, chance)], truth: truthOf(share, work, true) }
}

/** Keeps the first of equal shares, and the code when any of them has one. */
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
