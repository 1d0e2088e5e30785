// Checks that the ids of found shares occur in the input: a parser must not make up a link.
import { domainToUnicode } from 'node:url'
import { decodeHTML } from 'entities'
import type { CloudShare } from '../../src/search/clouds/recognise.ts'

/** The readings of an input in which an id may stand: as it is, unescaped, without tags. The later ones are made if the earlier ones do not suffice. */
function* readingsOf(input: string): Generator<string> {
  yield input.toLowerCase()
  const unescaped = input.replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const plain = unescaped.replaceAll(/\\(.)/g, '$1')
  const decoded = decodeHTML(decodeHTML(plain))
  const tagless = [plain, decoded].map((text) => decodeHTML(text.replaceAll(/<[^>]*>/g, '')))
  // Some sites write addresses in base64.
  const hidden = plain.replaceAll(/[^\s"']{16,}/g, (run) => Buffer.from(run, 'base64').toString())
  for (const text of new Set([input, plain, decoded, ...tagless, hidden])) {
    yield folded(text)
    yield folded(percentDecoded(text))
  }
}

function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString())
}

/** Lower case, compatible forms made equal, nothing but letters and digits. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The parts of a share's id that must occur. */
function partsOf({ type, code }: CloudShare): string[] {
  // A base32 hash is printed in hexadecimal digits; baidu's `surl` has no leading 1.
  if (type === 'magnet') return [code, base32(code)]
  const [host = '', ...rest] = code.split('/')
  const words = (text: string) => percentDecoded(text).split(/[^\p{L}\p{N}]+/u)
  const parts = [...words(domainToUnicode(host) || host), ...rest.flatMap(words)]
  return parts.map((part) => folded(part)).filter((part) => part.length > 2)
}

function base32(hex: string): string {
  const bits = [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  return bits.replaceAll(/.{5}/g, (five) => letters.charAt(Number.parseInt(five, 2)))
}

/** @throws Error naming a share whose id is not in the input. */
export function expectLinksIn(input: string, shares: readonly CloudShare[]): void {
  if (shares.length === 0) return
  const source = readingsOf(input)
  const made: string[] = []
  const isIn = (part: string): boolean => {
    if (made.some((text) => text.includes(part))) return true
    for (let next = source.next(); !next.done; next = source.next()) {
      made.push(next.value)
      if (next.value.includes(part)) return true
    }
    return false
  }
  for (const share of shares) {
    const parts = partsOf(share)
    const isFound =
      share.type === 'magnet'
        ? parts.some(isIn)
        : parts.every((part) => isIn(part) || (share.type === 'baidu' && isIn(part.slice(1))))
    if (!isFound) throw new Error(`a link that was not there: ${share.key}`)
  }
}
