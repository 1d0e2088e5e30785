// Well-known works and series of films by their other names: foreign titles, older translations, abbreviations. The table is `known-names.json`.
import { foldText } from '../../contract/fold-text.ts'
import rows from './known-names.json' with { type: 'json' }

/** A title in one script: 小丑2：双重妄想 has the base 小丑, the number 2 and the rest 双重妄想. */
export interface WorkName {
  /** Folded, without blanks and punctuation. */
  readonly base: string
  readonly number: number | undefined
  /** The words after the base: subtitles, but also authors. */
  readonly rest: readonly string[]
  /** Whether a colon or dash stands before the rest, which makes it a subtitle. */
  readonly hasSubtitle: boolean
  /** The Chinese word before the base: 济公传 郭德纲, when 郭德纲 was searched for. */
  readonly before?: string | undefined
  /** 李少红版, Java版 */
  readonly version?: string | undefined
}

interface KnownName extends Pick<WorkName, 'base' | 'number' | 'rest'> {
  /** How many words are the name. */
  readonly length: number
}

/** By each name without blanks, punctuation and articles. */
const known = new Map<string, Omit<KnownName, 'length'>>()

const articles = new Set(['the', 'a', 'an', 'los', 'las', 'le', 'la', 'les', 'el', 'der', 'die', 'das'])
const wordOfName = /[\p{L}\p{N}]+/gu
/** 哈利波特1：魔法石 */
const numbered = /^(.*\D)(\d{1,2})$/

for (const [first = '', ...others] of rows) {
  const [head = '', subtitle] = first.split('：')
  const [, stem = head, number] = numbered.exec(head) ?? []
  const name = {
    base: joinedWords(stem),
    number: number === undefined ? undefined : Number(number),
    rest: subtitle === undefined ? [] : [joinedWords(subtitle)],
  }
  for (const other of [first, ...others]) {
    known.set(joinedWords(other), name)
  }
}

/** Few words of titles begin a known name. */
const starts = new Set([...known.keys()].map((letters) => letters.slice(0, 2)))
const maxLetters = Math.max(...[...known.keys()].map(({ length }) => length))

function joinedWords(text: string): string {
  const words = foldText(text).replaceAll("'", '').match(wordOfName) ?? []
  return words.slice(leadingArticles(words)).join('')
}

/** How many articles words begin with; words that are nothing else have none. */
export function leadingArticles(words: readonly string[]): number {
  const first = words.findIndex((word) => !articles.has(word))
  return first < 0 ? 0 : first
}

/** The name that the longest beginning of these words is known by. */
export function knownName(words: readonly string[]): KnownName | undefined {
  if ((words[0]?.length ?? 0) > 1 && !starts.has(words[0]?.slice(0, 2) ?? '')) return undefined
  let found: KnownName | undefined
  let letters = ''
  for (let count = 1; count <= words.length; count += 1) {
    letters += words[count - 1] ?? ''
    if (letters.length > maxLetters) break
    const name = known.get(letters)
    if (name !== undefined) found = { ...name, length: count }
  }
  return found
}

/** 复联4 is 复仇者联盟4, 无暇赴死 is 007：无暇赴死, 权力的游戏前传：龙之家族 is 龙之家族. */
export function withKnownName(name: WorkName): WorkName {
  const { base, number, rest, hasSubtitle } = name
  const whole = knownName([`${base}${number ?? ''}`, ...rest])
  if (whole !== undefined) return replaced(name, whole, rest.slice(whole.length - 1))
  const series = number === undefined ? undefined : knownName([base])
  if (series !== undefined) return { ...replaced(name, series, rest), number }
  const own = hasSubtitle && /[前外]传|衍生/.test(base) ? knownName(rest) : undefined
  return own === undefined ? name : replaced(name, own, rest.slice(own.length))
}

/** `name` by the name that is known, without other names of the same: 机器猫 哆啦A梦, 老头环 艾尔登法环. */
function replaced(name: WorkName, { base, number, rest, length }: KnownName, more: readonly string[]): WorkName {
  const isOther = (text: string | undefined) => {
    const same = text === undefined ? undefined : knownName([text])
    return same === undefined || same.base !== base || same.rest.length > 0
  }
  return {
    ...name,
    base,
    number,
    rest: [...rest, ...more.filter(isOther)],
    hasSubtitle: rest.length > 0 || (name.hasSubtitle && length === 1),
    before: isOther(name.before) ? name.before : undefined,
  }
}
