// Finds the marks of a title: one pass over the folded title, at each place the first form or the longest word that fits.
import { type Form, forms, numbersOf } from './forms.ts'
import { isDigit, isIdeograph, isLetterOrDigit, type Meaning, meaningOf, type TitleMark } from './mark.ts'
import table from './marks.json' with { type: 'json' }

/** A word of the table. `=` before it says that it counts alone only: 权力的游戏 is no game. */
interface Word {
  readonly text: string
  readonly meanings: Meaning[]
  readonly isAlone: boolean
  /** A Latin word that titles contain too: it counts only after another mark, a Chinese title or an opening bracket. */
  readonly isWeak: boolean
}

const maxLatinTokens = 3
const separators = '-._ &'
const none: readonly never[] = []
/** Latin words that are marks only after others. */
export const weakWords: ReadonlySet<string> = new Set(table.weak)
/** Latin words without separators (`webdl`), and all their beginnings, of which most are no words. */
const latin = new Map<string, Word | undefined>()
/** Other words by their first character, the longest first. */
const chinese = new Map<number, Word[]>()
for (const [name, words] of Object.entries({ ...table.marks, ...table.kinds }))
  for (const word of words) addWord(word, meaningOf(name))
for (const words of chinese.values()) words.sort((a, b) => b.text.length - a.text.length)

function addWord(written: string, meaning: Meaning): void {
  const isAlone = written.startsWith('=')
  const text = isAlone ? written.slice(1) : written
  const word = { text, meanings: [meaning], isAlone, isWeak: weakWords.has(text) }
  if (/[一-鿿]/.test(text)) {
    const same = chinese.get(text.charCodeAt(0)) ?? []
    const known = same.find((other) => other.text === text)
    if (known === undefined) chinese.set(text.charCodeAt(0), [...same, word])
    else known.meanings.push(meaning)
    return
  }
  const letters = text.replaceAll(/[^a-z\d+']/g, '')
  for (let end = 1; end < letters.length; end += 1) latin.set(letters.slice(0, end), latin.get(letters.slice(0, end)))
  latin.set(letters, word)
}

/** By the character that they begin with, of forms of numbers by the one after the digits. */
const formsBy = new Map<number, readonly Form[]>()
const ofNumbers = 0x10000

/** The forms that can begin at a place. */
function formsAt(text: string, at: number): readonly Form[] {
  let end = at
  while (isDigit(text.charCodeAt(end))) end += 1
  const isNumber = end > at
  const key = isNumber ? ofNumbers + text.charCodeAt(end) : text.charCodeAt(at)
  const known = formsBy.get(key)
  if (known !== undefined) return known
  const next = text.charAt(end)
  const fitting = forms.filter(({ starts }) =>
    starts.startsWith('N')
      ? isNumber && (starts === 'N' || (next !== '' && starts.includes(next)))
      : starts.includes(next),
  )
  formsBy.set(key, fitting.length === 0 ? none : fitting)
  return fitting
}

/** A place in a title, with what stands before it. */
interface Place {
  readonly text: string
  at: number
  /** Nothing stands right before it, or a mark. */
  isEdge: boolean
  /** A Chinese title or a mark stands somewhere before it, or an opening bracket right before. */
  isAfterTitle: boolean
  /** A letter stands somewhere before it. */
  hasName: boolean
  last: TitleMark | undefined
}

const lastAscii = 0x7f
const brackets = new Set(Array.from('([', (bracket) => bracket.charCodeAt(0)))

/** The marks of a folded title in their order; they do not overlap. */
export function scanMarks(text: string): TitleMark[] {
  const marks: TitleMark[] = []
  const place: Place = { text, at: 0, isEdge: true, isAfterTitle: false, hasName: false, last: undefined }
  let hasTitle = false
  while (place.at < text.length) {
    const { at } = place
    const code = text.charCodeAt(at)
    const isLatin = isLetterOrDigit(code)
    const tried = formsAt(text, at)
    // Most characters begin no mark.
    if (isLatin || tried.length > 0 || chinese.has(code)) {
      const before = text.charCodeAt(at - 1)
      place.isEdge = place.last?.end === at || !isWordCharacter(before) || (isLatin && isIdeograph(before))
      place.isAfterTitle = hasTitle || place.last !== undefined || brackets.has(before)
      addMarks(marks, place, tried)
      place.last = marks.at(-1)
    }
    hasTitle ||= isIdeograph(code)
    place.hasName ||= code > lastAscii || (isLatin && !isDigit(code))
    place.at = placeAfter(place, isLatin)
  }
  return withoutExplained(marks, text)
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

/** A Latin word, up to a year or an episode that is glued to it: Office2021, DieS01E06. */
const latinWord = /[a-z\d']{1,400}?(?=(?<!\d)20[0-3]\d(?![a-z\d])|s\d\de\d\d|[^a-z\d']|$)/y

/** The place after the mark or the Latin word that begins at one. */
function placeAfter({ text, at, last }: Place, isLatin: boolean): number {
  if (last !== undefined && last.end > at) return last.end
  latinWord.lastIndex = at
  return isLatin && latinWord.test(text) ? latinWord.lastIndex : at + 1
}

/** Adds the marks that begin at a place, several if its word has several meanings. `tried`: the forms that can begin there. */
function addMarks(marks: TitleMark[], place: Place, tried: readonly Form[]): void {
  const { text, at, isEdge } = place
  for (const form of tried) {
    const mark = markOf(form, place)
    if (mark === undefined) continue
    marks.push(mark)
    return
  }
  // Inside a Latin word only a mark can end and another begin: 4KHDR.
  const isLatin = isEdge && isLetterOrDigit(text.charCodeAt(at))
  const found = chineseWordAt(place) ?? (isLatin ? latinWordAt(text, at) : undefined)
  if (found === undefined || (found.word.isWeak && (!place.isAfterTitle || isGlued(place)))) return
  const { word, end } = found
  for (const { name, kind } of word.meanings) marks.push({ name, kind, start: at, end, numbers: undefined })
}

/** Whether a dash joins a word to a Latin one that is no mark: Yao-Chinese. */
function isGlued({ text, at, last }: Place): boolean {
  return text.charAt(at - 1) === '-' && isLetterOrDigit(text.charCodeAt(at - 2)) && last?.end !== at - 1
}

function markOf(row: Form, place: Place): TitleMark | undefined {
  const { form, name, kind, isBare } = row
  if ((row.isWeak && !place.isAfterTitle) || (row.isEdge && !place.isEdge) || (isBare && !place.hasName))
    return undefined
  if (row.after && !isAfter(row.after, place)) return undefined
  form.lastIndex = place.at
  const match = form.exec(place.text)
  if (match === null) return undefined
  const { groups = {} } = match
  const start = place.at + (groups.skip?.length ?? 0)
  return { name, kind, start, end: form.lastIndex, numbers: numbersOf(name, groups), isBare }
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

function chineseWordAt({ text, at, isEdge }: Place): FoundWord | undefined {
  for (const word of chinese.get(text.charCodeAt(at)) ?? none) {
    const end = at + word.text.length
    if (end > at + 1 && word.text.charCodeAt(1) !== text.charCodeAt(at + 1)) continue
    if (text.startsWith(word.text, at) && isWordUntil(word, end, text, isEdge)) return { word, end }
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
  let found: FoundWord | undefined
  let letters = ''
  let end = at
  for (let count = 0; count < maxLatinTokens && isLetterOrDigit(text.charCodeAt(end)); count += 1) {
    const start = end
    while (isLetterOrDigit(text.charCodeAt(end))) end += 1
    letters += text.slice(start, end)
    found = wordUntil(text, letters, end) ?? found
    // CCTV 4K
    const isQuality = isDigit(text.charCodeAt(end + 1)) && text.charAt(end + 2) === 'k'
    if (!latin.has(letters) || !separators.includes(text.charAt(end)) || isQuality) break
    end += 1
  }
  return found
}

function wordUntil(text: string, letters: string, end: number): FoundWord | undefined {
  const plus = text.charAt(end) === '+' ? latin.get(`${letters}+`) : undefined
  const word = plus ?? latin.get(letters)
  return word && { word, end: plus === undefined ? end : end + 1 }
}
