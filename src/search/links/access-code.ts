// Finds access codes in a text and assigns them to links.
import { codeAt, isAlphanumeric } from '../clouds/access-code-format.ts'

/** The position of an address. Its code is searched from `codeFrom` up to the `start` of the next one. */
interface LinkPosition {
  /** `password` is the code in the address, `''` for none. Undefined for an address that is no share. */
  readonly share?: { readonly key: string; readonly password: string } | undefined
  readonly start: number
  readonly codeFrom: number
  /** The offset behind which a code may stand alone, without a word. */
  readonly aloneFrom?: number | undefined
}

interface CodeMention {
  readonly value: string
  readonly start: number
  readonly end: number
}

const marker =
  /(?:(?:提取|访问|訪問|分享|验证|驗證|网盘|百度)?密?[码碼]|(?:提取)?密|提取|口令|passcode|password|passwd|pass|pwd|pw|code)$/i

// The ends of markers with what separates them from the first letter of a code: faster to search for than all markers, and in most texts 密 has none.
const markerEnd =
  /(?:[码碼密]|口令|提取|word|pass(?:wd)?|pwd?|code)(?=([ \t\n\r\u00a0\u3000:：=＝（()）【】[\]「」《》<>“”"'*`~、,，\-—→➡是为]{0,10})[a-z0-9])/gi
const maxMarkerLength = 'password'.length

// `解压码` is for an archive file, `无密码` means that there is none; neither is the code of a share.
const otherMeaning = /(?:(?:解压|解壓|压缩|壓縮|unzip|rar)(?:缩|包|文件|用|的|[\s:：/])*|无|無|免|没有|无需|不需要)$/i

const strict = /^(?:[码碼密]|提取|passcode|password|passwd|pass|pwd|pw|code)$/i
const han = /\p{Script=Han}/u
const strongSeparator = /[:：=＝（(【[「]/
const bracketedYear = /[（(【[]\s?(?:19|20)\d\d$/
const noCode = /^(?:\d{3,4}[pi]|[hx]26[45]|hevc|none|null|www|https?)$/i

/**
 * The access code of each link, `''` if there is none; links are ordered by position. A code belongs to the link with it in its address;
 * else to the address before it, up to the next address; else to the link after it on the same line; else to the only link of the text, if
 * it is the only code and no other address is between. `links` must not contain hash links: they have no codes, and codes are searched
 * across them.
 */
export function pairCodes(text: string, links: readonly LinkPosition[]): string[] {
  // Most texts have none: one search costs less than one for each gap between links.
  const gaps = text.search(markerEnd) === -1 ? [] : gapsBetween(text, links)
  if (gaps.every((codes) => codes.length === 0))
    return links.map((link, index) => link.share?.password || codeAlone(text, link, links[index + 1]))
  let front = lastOnLine(text, gaps[0], links[0])
  const passwords = links.map((link, index) => {
    const leaving = codeOfNextLink(text, { links, gaps, index }, front)
    const mine = gaps[index + 1]?.find((code) => code !== leaving)
    const password =
      link.share?.password || mine?.value || codeAlone(text, link, links[index + 1]) || (front?.value ?? '')
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
  const password = link.share?.password ?? ''
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
  const shares = new Set(links.flatMap(({ share }) => share?.key ?? []))
  if (shares.size !== 1 || links.some(({ share }, index) => share !== undefined && passwords[index] !== ''))
    return passwords
  const values = new Set(
    gaps.flatMap((codes, index) => (isOfShares(links, index) ? codes : [])).map(({ value }) => value),
  )
  const [value] = values
  return value !== undefined && values.size === 1 ? passwords.map(() => value) : passwords
}

/** Whether the codes before the link at `index` cannot belong to an address that is no share. */
function isOfShares(links: readonly LinkPosition[], index: number): boolean {
  return (index === 0 ? links[0] : links[index - 1])?.share !== undefined
}

// A word alone behind the address, or on the next line.
const aloneCode =
  /^(?:[ \t\u00a0\u3000]+|[ \t\u00a0\u3000]*\r?\n[ \t\u00a0\u3000]*)([A-Za-z0-9]{4})(?=[ \t\u00a0\u3000]*(?:$|[\r\n])|[ \t\u00a0\u3000]+(\S))/
const maxAlone = 32

// Years, resolutions, sizes, episodes and names of formats; a Latin word with a capital is the start of a title.
const noCodeAlone =
  /^(?:(?:19|20)\d\d|\d{3}[pik]|1080|1440|2160|4320|\d+(?:[gmkt]b?|min|fps|bit)|(?:ep?|s|v|cd|bd|hd|sp|vol|dvd|part|ova)\d+|s\de\d|[hx]26[45]|hevc|epub|mobi|azw3|flac|opus|rmvb|webm|mpeg|docx|pptx|xlsx|hdtv|bdmv|imax|remux|uhd4|free|good|link|here|code|none|null|full|size|part|disc|http|mega|pass|copy|open|save|file|this|that|with|from|name|download)$/i
const capitalised = /^[A-Z](?:[a-z]{3}|[A-Z]{3})$/

/** The code that stands alone behind an address, `''` for none. */
function codeAlone(text: string, { aloneFrom, share }: LinkPosition, next: LinkPosition | undefined): string {
  if (aloneFrom === undefined || share === undefined) return ''
  const stretch = text.slice(aloneFrom, Math.min(next?.start ?? text.length, aloneFrom + maxAlone))
  const [whole, code = '', follower = ''] = aloneCode.exec(stretch) ?? []
  if (whole === undefined || whole.length === maxAlone || noCodeAlone.test(code) || capitalised.test(code)) return ''
  // On a line of its own nothing follows; on the same line a word of letters may be the first of several.
  const isWord = /^[a-z]+$/i.test(code) && /[a-z]/i.test(follower)
  return isWord || (whole.includes('\n') && follower !== '') ? '' : code
}

/** The codes in a range of text, in order. Linear: only a few characters around each marker are examined. */
function findCodes(text: string, from: number, to: number): CodeMention[] {
  const stretch = text.slice(from, to)
  const codes: CodeMention[] = []
  for (const { index, 0: tail, 1: between = '' } of stretch.matchAll(markerEnd)) {
    const end = index + tail.length
    const word = marker.exec(stretch.slice(Math.max(0, end - maxMarkerLength), end))?.[0]
    const code = word === undefined ? undefined : codeBehind(stretch, end - word.length, { word, between })
    if (code !== undefined) codes.push({ value: code.value, start: from + code.start, end: from + code.end })
  }
  return codes
}

function codeBehind(
  text: string,
  at: number,
  { word, between }: { readonly word: string; readonly between: string },
): CodeMention | undefined {
  const from = at + word.length + between.length
  const code = codeAt(text, from)
  if (code === '') return undefined
  const end = from + code.length
  if (strict.test(word) && !(startsWord(text.charAt(at - 1), word) && isMeant(word, between, code))) return undefined
  if (noCode.test(code) || bracketedYear.test(between + code) || isAddress(text, end)) return undefined
  return otherMeaning.test(text.slice(Math.max(0, at - 10), at)) ? undefined : { value: code, start: at, end }
}

// Without a separator only letters and digits together are taken for a code: `提取 7s5x`, but not `code geass`.
function isMeant(word: string, between: string, code: string): boolean {
  if (strongSeparator.test(between)) return true
  const isMixed = code.length === 4 && /[a-z]/i.test(code) && /\d/.test(code)
  return isMixed && word.toLowerCase() !== 'code' && (between !== '' || han.test(word))
}

// A `码` within a word ends another word (号码, 扫码), like `code` in `barcode`.
function startsWord(before: string, word: string): boolean {
  return /^[码碼密]$|^提取$/.test(word) ? !han.test(before) : !isAlphanumeric(before.charCodeAt(0))
}

function isAddress(text: string, end: number): boolean {
  if (text.startsWith('://', end) || text.charAt(end) === '@') return true
  return text.charAt(end) === '.' && isAlphanumeric(text.charCodeAt(end + 1))
}
