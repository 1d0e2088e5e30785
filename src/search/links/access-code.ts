// Finds access codes in a text and assigns them to links.
import { codeAt, isAlphanumeric } from '../clouds/access-code-format.ts'

/** The position of a link. Its code is searched from `codeFrom` up to the `start` of the next link. */
interface LinkPosition {
  /** `password` is the code in the address, `''` for none. */
  readonly share: { readonly key: string; readonly password: string }
  readonly start: number
  readonly codeFrom: number
}

interface CodeMention {
  readonly value: string
  readonly start: number
  readonly end: number
}

const marker = /(?:(?:提取|访问|訪問|分享|验证|驗證|网盘|百度)?密?[码碼]|口令|passcode|password|pwd|code)$/i

// The ends of markers: faster to search for than all markers.
const markerEnd = /[码碼]|口令|word|pwd|code/gi
const maxMarkerLength = 'password'.length

// `解压码` is for an archive file, `无密码` means that there is none; neither is the code of a share.
const otherMeaning = /(?:(?:解压|解壓|压缩|壓縮|unzip|rar)(?:缩|包|文件|用|的|[\s:：/])*|无|無|免|没有|无需|不需要)$/i

const strict = /^(?:[码碼]|pwd|passcode|password|code)$/i
const han = /\p{Script=Han}/u
const separators = ' \t\n\r\u00a0\u3000:：=＝（）()【】[]「」《》<>“”"\'*`~、,，-—→➡是为'
const strongSeparator = /[:：=＝（(【[「]/
const maxSeparators = 10
const bracketedYear = /[（(【[]\s?(?:19|20)\d\d$/
const noCode = /^(?:\d{3,4}[pi]|[hx]26[45]|hevc|none|null|www|https?)$/i

/**
 * The access code of each link, `''` if there is none; links are ordered by position. A code belongs to the link with it in its address;
 * else to the link before it, up to the next link; else to the link after it on the same line; else to the only link of the text, if it is
 * the only code. `links` must not contain hash links: they have no codes, and codes are searched across them.
 */
export function pairCodes(text: string, links: readonly LinkPosition[]): string[] {
  // Most texts have none: one search costs less than one for each gap between links.
  const gaps = text.search(markerEnd) === -1 ? [] : gapsBetween(text, links)
  if (gaps.every((codes) => codes.length === 0)) return links.map(({ share }) => share.password)
  let front = lastOnLine(text, gaps[0], links[0])
  const passwords = links.map((link, index) => {
    const leaving = codeOfNextLink(text, { links, gaps, index }, front)
    const mine = gaps[index + 1]?.find((code) => code !== leaving)
    const password = link.share.password || (mine ?? front)?.value || ''
    front = leaving
    return password
  })
  return onlyCode(links, gaps, passwords)
}

/** The codes before the first link, then those after each link. */
function gapsBetween(text: string, links: readonly LinkPosition[]): CodeMention[][] {
  const first = links[0]
  if (first === undefined) return []
  const behind = links.map((link, index) => findCodes(text, link.codeFrom, links[index + 1]?.start ?? text.length))
  return [findCodes(text, 0, first.start), ...behind]
}

/** The last of the codes before a link, if it is on the same line. */
function lastOnLine(text: string, codes: readonly CodeMention[] | undefined, link: LinkPosition | undefined) {
  const last = codes?.at(-1)
  return last !== undefined && link !== undefined && isOneLine(text, last.end, link.start) ? last : undefined
}

interface Between {
  readonly links: readonly LinkPosition[]
  readonly gaps: readonly CodeMention[][]
  readonly index: number
}

/** The code behind the link at `index` that belongs to the next one: before it on its line, and not at the first link's usual position. */
function codeOfNextLink(text: string, { links, gaps, index }: Between, front: CodeMention | undefined) {
  const [link, next] = links.slice(index, index + 2)
  const last = lastOnLine(text, gaps[index + 1], next)
  if (link === undefined || next === undefined || last === undefined) return undefined
  const { password } = link.share
  if (password !== '') return password.toLowerCase() === last.value.toLowerCase() ? undefined : last
  // In `百度 提取码 k3m9：https://…` the code precedes its link; a code at the start of a line belongs to the line above.
  if (!isOneLine(text, link.codeFrom, last.start) && !opensLine(text, last.start)) return last
  // `提取码 k3m9 链接 …` repeated: if the first code precedes its link, so does this one.
  const following = gaps[index + 2]?.[0]
  const answered = following !== undefined && isOneLine(text, next.codeFrom, following.start)
  return front !== undefined && !answered ? last : undefined
}

function isOneLine(text: string, from: number, to: number): boolean {
  return !text.slice(from, to).includes('\n')
}

function opensLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 8), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line !== before && !/[\p{L}\p{N}]/u.test(line)
}

function onlyCode(links: readonly LinkPosition[], gaps: readonly CodeMention[][], passwords: string[]): string[] {
  const only = links[0]?.share.key
  if (passwords.some((password) => password !== '') || links.some((link) => link.share.key !== only)) return passwords
  const values = new Set(gaps.flat().map((code) => code.value))
  const [value] = values
  return value !== undefined && values.size === 1 ? passwords.map(() => value) : passwords
}

/** The codes in a range of text, in order. Linear: only a few characters around each marker are examined. */
function findCodes(text: string, from: number, to: number): CodeMention[] {
  const stretch = text.slice(from, to)
  const codes: CodeMention[] = []
  for (const match of stretch.matchAll(markerEnd)) {
    const end = match.index + match[0].length
    const word = marker.exec(stretch.slice(Math.max(0, end - maxMarkerLength), end))?.[0]
    const code = word === undefined ? undefined : codeBehind(stretch, end - word.length, word)
    if (code !== undefined) codes.push({ value: code.value, start: from + code.start, end: from + code.end })
  }
  return codes
}

function codeBehind(text: string, at: number, word: string): CodeMention | undefined {
  const wordEnd = at + word.length
  let from = wordEnd
  while (from - wordEnd < maxSeparators && from < text.length && separators.includes(text.charAt(from))) from += 1
  const code = codeAt(text, from)
  if (code === '') return undefined
  const end = from + code.length
  const between = text.slice(wordEnd, from)
  if (strict.test(word) && !(strongSeparator.test(between) && startsWord(text.charAt(at - 1), word))) return undefined
  if (noCode.test(code) || bracketedYear.test(between + code) || isAddress(text, end)) return undefined
  return otherMeaning.test(text.slice(Math.max(0, at - 10), at)) ? undefined : { value: code, start: at, end }
}

// A `码` within a word ends another word (号码, 扫码), like `code` in `barcode`.
function startsWord(before: string, word: string): boolean {
  return /^[码碼]$/.test(word) ? !han.test(before) : !isAlphanumeric(before.charCodeAt(0))
}

function isAddress(text: string, end: number): boolean {
  if (text.startsWith('://', end) || text.charAt(end) === '@') return true
  return text.charAt(end) === '.' && isAlphanumeric(text.charCodeAt(end + 1))
}
