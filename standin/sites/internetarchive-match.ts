// Matches an archive item against one word, phrase or range: words in texts, whole values in other fields.

/** The searchable fields of an item. */
export type Fields = Readonly<Record<string, string | number | readonly string[]>>

export type Test = (item: Fields) => boolean

export interface Term {
  readonly kind: 'phrase' | 'range' | 'word'
  /** The text of the query, with escapes. */
  readonly text: string
}

/** The test for a term without letters and digits: such terms are dropped; alone, they match nothing. */
export function nothing(): boolean {
  return false
}

const textFields: readonly string[] = ['title', 'subject', 'creator', 'description']

/** Runs of Chinese characters, and words of other letters in lower case. */
function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []
}

function valuesOf(item: Fields, field: string): string[] {
  const value = item[field]
  if (value === undefined) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

/** Removes the escaping backslashes. */
function bare(text: string): string {
  return text.replaceAll(/\\(.)/gsu, '$1')
}

/** The pattern of a word with wildcards; undefined without wildcards. */
function wildcardOf(text: string): RegExp | undefined {
  if (!/(?:^|[^\\])[*?]/u.test(text)) return undefined
  const source = text.replaceAll(/\\.|[^\\]/gsu, (part) => {
    if (part === '*') return '.*'
    return part === '?' ? '.' : bare(part).replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  })
  return new RegExp(`^${source}$`, 'isu')
}

/** Chinese has no spaces, so a Chinese word also matches inside a run. */
function hasWord(words: readonly string[], word: string): boolean {
  return words.some((one) => one === word || (/\p{Script=Han}/u.test(word) && one.includes(word)))
}

function textMatcher({ kind, text }: Term): (value: string) => boolean {
  if (kind === 'phrase') {
    const phrase = wordsIn(bare(text)).join(' ')
    return (value) =>
      ` ${wordsIn(value).join(' ')} `.includes(` ${phrase} `) ||
      (/^\p{Script=Han}+$/u.test(phrase) && value.includes(phrase))
  }
  const plain = text.replace(/[\^~][\d.]*$/, '')
  const pattern = wildcardOf(plain)
  if (pattern !== undefined) return (value) => wordsIn(value).some((word) => pattern.test(word))
  const wanted = wordsIn(bare(plain))
  if (wanted.length === 0) return nothing
  return (value) => {
    const words = wordsIn(value)
    return wanted.every((word) => hasWord(words, word))
  }
}

/**
 * A range such as `[2010-01-01 TO 2012-12-31]`; `*` is an open end. Dates are compared to the precision in the query.
 */
function rangeMatcher(text: string): (value: string) => boolean {
  const [low = '*', high = '*'] = text
    .slice(1, -1)
    .trim()
    .split(/\s+TO\s+/)
  return (value) => (low === '*' || value >= low) && (high === '*' || value.slice(0, high.length) <= high)
}

function valueMatcher({ kind, text }: Term): (value: string) => boolean {
  if (kind === 'range') return rangeMatcher(text)
  const wanted = bare(text).toLowerCase()
  const pattern = kind === 'word' ? wildcardOf(text) : undefined
  return pattern === undefined ? (value) => value.toLowerCase() === wanted : (value) => pattern.test(value)
}

/** The test for a term in a field; without a field it searches all texts and the identifier. */
export function matcherOf(field: string | undefined, term: Term): Test {
  if (field === undefined || field === 'text') {
    const test = textMatcher(term)
    if (test === nothing) return nothing
    return (item) => [...textFields, 'identifier'].some((name) => valuesOf(item, name).some(test))
  }
  if (term.kind === 'word' && term.text === '*') return (item) => item[field] !== undefined
  const test = textFields.includes(field) && term.kind !== 'range' ? textMatcher(term) : valueMatcher(term)
  return test === nothing ? nothing : (item) => valuesOf(item, field).some(test)
}
