// Invented shares: codes with the length and alphabet that cloud-links.md section 1 gives for each type.
import type { SeededRandom } from '../seeded-random.ts'
import type { CloudType } from './post.ts'

/** A share, independent of its link format. */
export interface Share {
  readonly type: CloudType
  /** Canonical code, as in `Truth.code`. */
  readonly code: string
  readonly password: string
  /** Link form with its own code: an old Baidu link has a different code. */
  readonly form: string
  /** The file name in links that contain one (ed2k, magnet). */
  readonly name: string
}

const digits = '0123456789'
const lowerHex = `${digits}abcdef`
const lower = 'abcdefghijklmnopqrstuvwxyz'
const lowerAlnum = `${digits}${lower}`
const alnum = `${lowerAlnum}${lower.toUpperCase()}`
const wide = `${alnum}_-`

type Maker = (chance: SeededRandom) => { readonly form: string; readonly code: string }

function plain(form: string, code: string): { form: string; code: string } {
  return { form, code }
}

const baidu: Maker = (chance) => {
  // A code must not end in `-` or `_`; otherwise the code and the text after it cannot be separated.
  if (chance.happens(0.04)) {
    return plain('very old', `shareid=${chance.letters('123456789', 9)}&uk=${chance.letters('123456789', 10)}`)
  }
  if (chance.happens(0.08)) return plain('short', `1${chance.letters(alnum, 7)}`)
  return plain('long', `1${chance.letters(wide, 21)}${chance.letters(alnum, 1)}`)
}

const quark: Maker = (chance) =>
  chance.happens(0.05) ? plain('look-alike', chance.letters(alnum, 12)) : plain('hex', chance.letters(lowerHex, 12))

const magnet: Maker = (chance) => {
  if (chance.happens(0.1)) return plain('v2', `1220${chance.letters(lowerHex, 64)}`)
  return plain('v1', chance.letters(lowerHex, 40))
}

const others: Maker = (chance) => {
  const lanzou = `lanzou${chance.pick(['i', 'x', 'u', 'y', 'w', 'm'])}.com/i${chance.letters(alnum, 10)}`
  const mega = `mega.nz/file/${chance.letters(alnum, 8)}#${chance.letters(alnum, 43)}`
  return chance.pick([
    plain('lanzou', lanzou),
    plain('lanzou', lanzou),
    plain('plain', `share.weiyun.com/${chance.letters(alnum, 8)}`),
    plain('plain', `jianguoyun.com/p/${chance.letters(alnum, 22)}`),
    plain(
      'ctfile',
      `url${chance.letters(digits, 2)}.ctfile.com/f/${chance.letters(digits, 8)}-${chance.letters(digits, 9)}-${chance.letters(lowerHex, 6)}`,
    ),
    plain('plain', mega),
    plain('google', `drive.google.com/file/d/1${chance.letters(alnum, 32)}/view`),
    plain('plain', `1drv.ms/f/s!A${chance.letters(alnum, 16)}`),
    plain('plain', `wenshushu.cn/f/${chance.letters(lowerAlnum, 11)}`),
    plain('plain', `cowtransfer.com/s/${chance.letters(lowerHex, 14)}`),
  ])
}

const makers: Record<CloudType, Maker> = {
  baidu,
  quark,
  aliyun: (chance) =>
    chance.happens(0.04) ? plain('t', `t/${chance.letters(alnum, 10)}`) : plain('s', chance.letters(alnum, 11)),
  guangya: (chance) =>
    plain(
      's',
      `19${chance.letters(digits, 17)}_${chance.letters(wide, chance.whole(15, 17))}${chance.letters(alnum, 1)}`,
    ),
  tianyi: (chance) => plain('t', chance.letters(alnum, 12)),
  uc: (chance) => plain('s', chance.letters(lowerHex, 13)),
  mobile: (chance) => plain('i', `${chance.pick(['105C', '2nQw'])}${chance.letters(alnum, chance.whole(9, 10))}`),
  '115': (chance) => plain('s', `sw${chance.letters(lowerAlnum, 9)}`),
  pikpak: (chance) => plain('s', `VN${chance.letters(wide, 22)}o1`),
  xunlei: (chance) => plain('s', `VO${chance.letters(wide, 22)}A1`),
  '123': (chance) => plain('s', `${chance.letters(alnum, chance.whole(4, 6))}-${chance.letters(alnum, 5)}`),
  magnet,
  ed2k: (chance) =>
    plain('file', `${chance.letters(lowerHex, 32)}:${chance.whole(1, 42) * 100_000_000 + chance.whole(0, 9_999_999)}`),
  others,
}

/** Fraction of shares with an access code, by type (cloud-links.md section 3, last line but one). */
const codedShares: Record<CloudType, number> = {
  baidu: 1,
  quark: 0.2,
  aliyun: 0.15,
  guangya: 0.6,
  tianyi: 0.8,
  uc: 0.2,
  mobile: 0.2,
  '115': 0.9,
  pikpak: 0.1,
  xunlei: 0.9,
  '123': 0.4,
  magnet: 0,
  ed2k: 0,
  others: 0.3,
}

function createPassword(chance: SeededRandom): string {
  // At least one letter and one digit, so that the code differs from every year and word.
  const code = `${chance.letters(lower, 1)}${chance.letters(lowerAlnum, 2)}${chance.letters(digits, 1)}`
  return chance.happens(0.15) ? `${code.charAt(0).toUpperCase()}${code.slice(1)}` : code
}

/** Creates an invented share of a type for a work. */
export function createShare(type: CloudType, title: string, chance: SeededRandom): Share {
  const { form, code } = makers[type](chance)
  const mayHaveCode = form !== 'plain' && form !== 'google'
  const password = mayHaveCode && chance.happens(codedShares[type]) ? createPassword(chance) : ''
  return { type, code, password, form, name: title.replaceAll(' ', '.') }
}
