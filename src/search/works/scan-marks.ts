// Finds the marks of a title: one pass over the folded title, at each place the first form or the longest word that fits.
import { type Form, forms, numbersOf } from './forms.ts'
import {
  isDigit,
  isIdeograph,
  isLetterOrDigit,
  type KindWord,
  kindWords,
  type MarkName,
  type TitleMark,
  wordMarks,
} from './mark.ts'
import table from './marks.json' with { type: 'json' }

/** A word of the table. `=` before it says that it counts alone only: 权力的游戏 is no game. */
interface Word {
  readonly text: string
  readonly meanings: { readonly name: MarkName; readonly kind: KindWord | undefined }[]
  readonly isAlone: boolean
  /** A Latin word that titles contain too: it counts only after another mark, a Chinese title or an opening bracket. */
  readonly isWeak: boolean
}

const maxLatinTokens = 3
const separators = '-._ &'
const none: readonly never[] = []
const weak = new Set(table.weak)
/** Latin words without separators (`webdl`), and all their beginnings. */
const latin = new Map<string, Word>()
/** Other words by their first two characters, the longest first; those of one character by it alone. */
const chinese = new Map<number, Word[]>()
for (const name of wordMarks) for (const word of table.marks[name]) addWord(word, name)
for (const kind of kindWords) for (const word of table.kinds[kind]) addWord(word, 'kind', kind)
for (const words of chinese.values()) words.sort((a, b) => b.text.length - a.text.length)
const latinStarts = new Set([...latin.keys()].flatMap((word) => Array.from(word, (_, end) => word.slice(0, end + 1))))
const wordStarts = new Set([...chinese.values()].flatMap((words) => words.map(({ text }) => text.charCodeAt(0))))
/** The first three letters of Latin words: few words of titles begin with them. */
const latinKeys = new Set([...latin.keys()].map((word) => keyOf(word, 0, 3)))

const numberForms = forms.filter(isNumberForm)
/** By the character after the digits. */
const numberFormsBy = new Map<number, readonly Form[]>()
/** By their first character. */
const formsBy = new Map<number, Form[]>()
for (const form of forms.filter((some) => !isNumberForm(some))) {
  for (const start of form.starts) {
    const code = start.charCodeAt(0)
    formsBy.set(code, [...(formsBy.get(code) ?? none), form])
  }
}

function isNumberForm({ starts }: Form): boolean {
  return starts.startsWith('N')
}

function addWord(written: string, name: MarkName, kind?: KindWord): void {
  const isAlone = written.startsWith('=')
  const text = isAlone ? written.slice(1) : written
  const isChinese = /[一-鿿]/.test(text)
  const key = keyOf(text, 0, Math.min(text.length, 2))
  const same = isChinese ? (chinese.get(key) ?? []) : []
  const known = same.find((other) => other.text === text)
  if (known !== undefined) known.meanings.push({ name, kind })
  const word = { text, meanings: [{ name, kind }], isAlone, isWeak: weak.has(text) }
  if (!isChinese) latin.set(text.replaceAll(/[^a-z\d+']/g, ''), word)
  else if (known === undefined) chinese.set(key, [...same, word])
}

/** A number of the characters at a place; different ones can have the same. */
function keyOf(text: string, at: number, length: number): number {
  let key = 0
  for (let end = at; end < at + length; end += 1) key = (key << 10) ^ text.charCodeAt(end)
  return key
}

/** Whether a Latin word is a mark only after others. */
export function isWeakWord(text: string): boolean {
  return weak.has(text)
}

/** A place in a title, with what stands before it. */
interface Place {
  readonly text: string
  at: number
  /** Nothing stands right before it, or a mark. */
  edge: boolean
  /** A Chinese title or a mark stands somewhere before it, or an opening bracket right before. */
  isAfterTitle: boolean
  /** A letter stands somewhere before it. */
  hasName: boolean
  last: TitleMark | undefined
}

/** The marks of a folded title in their order; they do not overlap. */
export function scanMarks(text: string): TitleMark[] {
  const marks: TitleMark[] = []
  const place: Place = { text, at: 0, edge: true, isAfterTitle: false, hasName: false, last: undefined }
  let hasTitle = false
  while (place.at < text.length) {
    const { at } = place
    const code = text.charCodeAt(at)
    const isLatin = isLetterOrDigit(code)
    let end = at + 1
    // Most characters begin no mark.
    if (isLatin || wordStarts.has(code) || formsBy.has(code)) {
      look(place, isLatin, hasTitle)
      end = addMarks(marks, place) ?? (isLatin ? endOfLatin(text, at) : end)
      place.last = marks.at(-1)
    }
    hasTitle ||= isIdeograph(code)
    place.hasName ||= code > lastAscii || (isLatin && !isDigit(code))
    place.at = end
  }
  return withoutExplained(marks, text)
}

/** Notes what stands before a place. */
function look(place: Place, isLatin: boolean, hasTitle: boolean): void {
  const { text, at, last } = place
  const before = at === 0 ? blank : text.charCodeAt(at - 1)
  place.edge = last?.end === at || !isWordCharacter(before) || (isLatin && isIdeograph(before))
  place.isAfterTitle = hasTitle || last !== undefined || isBracket(before)
}

const [blank, lastAscii] = [0x20, 0x7f]

function isBracket(code: number): boolean {
  return code === 0x5b || code === 0x28
}

/**
 * Without what other marks explain: a year between an episode and a dash is in the title of the episode, ‘S03E23 - 1961 Bluray’, and a number
 * with a word for it is that of the episode, not 46 in ‘- 46 (S04E10)’.
 */
function withoutExplained(marks: TitleMark[], text: string): TitleMark[] {
  const isSaid = marks.some(({ name, isBare }) => name === 'episodes' && isBare !== true)
  // Gundam 00 S2 - 01
  const season = marks.findLastIndex(({ name }) => name === 'season')
  const isAfterSeason = marks[season + 1]?.isBare === true
  if (!isSaid) return isAfterSeason ? marks.filter(({ isBare }, index) => isBare !== true || index > season) : marks
  return marks.filter(({ name, start, isBare }, index) => {
    const before = name === 'year' ? marks[index - 1] : undefined
    const isInTitle = before?.name === 'episodes' && text.slice(before.end, start) === ' - '
    return isBare !== true && !isInTitle
  })
}

function isWordCharacter(code: number): boolean {
  return isLetterOrDigit(code) || isIdeograph(code)
}

const glued = /20[0-3]\d(?![a-z\d])|s\d{2}e\d{2}/y
const [letterS, digitTwo] = [0x73, 0x32]

/** The end of a Latin word, or where a year or an episode is glued to it: Office2021, DieS01E06. */
function endOfLatin(text: string, at: number): number {
  let end = at + 1
  for (; isLetterOrDigit(text.charCodeAt(end)); end += 1) {
    const code = text.charCodeAt(end)
    if (code !== letterS && (code !== digitTwo || isDigit(text.charCodeAt(end - 1)))) continue
    glued.lastIndex = end
    if (glued.test(text)) return end
  }
  return end
}

/** Adds the marks at a place, several if its word has several meanings. Returns where they end. */
function addMarks(marks: TitleMark[], place: Place): number | undefined {
  const { text, at, edge } = place
  const code = text.charCodeAt(at)
  const mark = firstMark(isDigit(code) ? numberFormsAt(text, at) : none, place) ?? firstMark(formsBy.get(code), place)
  if (mark !== undefined) {
    marks.push(mark)
    return mark.end
  }
  // Inside a Latin word only a mark can end and another begin: 4KHDR.
  const found =
    (wordStarts.has(code) ? chineseWordAt(text, at, edge) : undefined) ??
    (edge && isLetterOrDigit(code) ? latinWordAt(text, at) : undefined)
  if (found === undefined || (found.word.isWeak && (!place.isAfterTitle || isGlued(place)))) return undefined
  const { word, end } = found
  for (const { name, kind } of word.meanings) marks.push({ name, kind, start: at, end, numbers: undefined })
  return end
}

/** Whether a dash joins a word to a Latin one that is no mark: Yao-Chinese. */
function isGlued({ text, at, last }: Place): boolean {
  return text.charAt(at - 1) === '-' && isLetterOrDigit(text.charCodeAt(at - 2)) && last?.end !== at - 1
}

function firstMark(tried: readonly Form[] | undefined, place: Place): TitleMark | undefined {
  for (const form of tried ?? none) {
    const mark = markOf(form, place)
    if (mark !== undefined) return mark
  }
  return undefined
}

/** The forms that begin with digits and go on as the text does. */
function numberFormsAt(text: string, at: number): readonly Form[] {
  let end = at + 1
  while (isDigit(text.charCodeAt(end))) end += 1
  const next = text.charCodeAt(end)
  const known = numberFormsBy.get(next)
  if (known !== undefined) return known
  const fitting = numberForms.filter(
    ({ starts }) => starts === 'N' || (end < text.length && starts.includes(text.charAt(end))),
  )
  numberFormsBy.set(next, fitting)
  return fitting
}

function markOf(row: Form, place: Place): TitleMark | undefined {
  const { form, name, kind, isBare } = row
  if ((row.isWeak && !place.isAfterTitle) || (row.isEdge && !place.edge) || (isBare && !place.hasName)) return undefined
  if (row.after && !isAfter(row.after, place)) return undefined
  form.lastIndex = place.at
  const match = form.exec(place.text)
  if (match === null) return undefined
  const { groups = {} } = match
  const start = place.at + (groups.skip?.length ?? 0)
  return { name, start, end: form.lastIndex, numbers: numbersOf(name, groups), kind, isBare }
}

function isAfter(names: NonNullable<Form['after']>, { text, at, last }: Place): boolean {
  return (
    last !== undefined && names.includes(last.kind ?? last.name) && /^[\s._(-]{0,3}$/.test(text.slice(last.end, at))
  )
}

interface FoundWord {
  readonly word: Word
  readonly end: number
}

function chineseWordAt(text: string, at: number, edge: boolean): FoundWord | undefined {
  for (const length of [2, 1]) {
    for (const word of chinese.get(keyOf(text, at, length)) ?? none) {
      const end = at + word.text.length
      if (text.startsWith(word.text, at) && isWordUntil(word, end, text, edge)) return { word, end }
    }
  }
  return undefined
}

/** Two characters in the middle of a text are rarely a mark: 合集 in 综合集成. */
function isWordUntil({ isAlone, meanings, text: word }: Word, end: number, text: string, edge: boolean): boolean {
  const isInside = isIdeograph(text.charCodeAt(end))
  if (isAlone) return edge && !isInside
  return edge || !isInside || word.length !== 2 || meanings.some(({ name }) => name === 'language')
}

/** The longest known word; separators can stand within it, and a plus sign at its end: HDR10+. */
function latinWordAt(text: string, at: number): FoundWord | undefined {
  const hasThree = isLetterOrDigit(text.charCodeAt(at + 1)) && isLetterOrDigit(text.charCodeAt(at + 2))
  if (hasThree && !latinKeys.has(keyOf(text, at, 3))) return undefined
  let found: FoundWord | undefined
  let letters = ''
  let end = at
  for (let count = 0; count < maxLatinTokens; count += 1) {
    const start = end
    while (isLetterOrDigit(text.charCodeAt(end))) end += 1
    if (end === start) break
    letters += text.slice(start, end)
    found = knownWord(text, letters, end) ?? found
    const isOpen = latinStarts.has(letters) && end < text.length && separators.includes(text.charAt(end))
    // CCTV 4K
    if (!isOpen || (isDigit(text.charCodeAt(end + 1)) && text.charAt(end + 2) === 'k')) break
    end += 1
  }
  return found
}

/** The word with these letters that ends at a place; a plus sign can belong to it. */
function knownWord(text: string, letters: string, end: number): FoundWord | undefined {
  const plus = text.charAt(end) === '+' ? latin.get(`${letters}+`) : undefined
  if (plus !== undefined) return { word: plus, end: end + 1 }
  const word = latin.get(letters)
  return word && { word, end }
}
