// How similar two headlines of one day are: by what they share, as far as other stories of the day do not have it too.
import { foldText } from '../../contract/fold-text.ts'
import { isNumber, readWords, scriptOf } from './headline.ts'
import type { RankedItem, RankedList } from './story.ts'
import { unitShare, wordWeight } from './word-weights.ts'

/** A word; a unit: a Chinese character, a word in Latin letters or a number. */
interface Word {
  readonly key: string
  /** On all days. */
  readonly weight: number
  /** Of a word, the less, the more stories of the day have it; of a unit, the less, the more headlines have it, today or always. */
  weightToday: number
  headlines: Headline[]
  /** The headline that others are compared with now, if it has the word, and the first place of the word in it. */
  of: Headline | undefined
  place: number
}

interface Text {
  readonly words: readonly Word[]
  readonly numbers: readonly Word[]
  readonly units: readonly Word[]
  readonly script: ReturnType<typeof scriptOf>
  /** Of the title, and its digits. */
  readonly letters: string
}

export interface Headline extends Text {
  readonly list: RankedList
  readonly item: RankedItem
  readonly rank: number
  /** The sum of the weights of the units. */
  weight: number
  /** Whether it is the name of a theme of the day. */
  isTheme: boolean
  /** The headline that it was compared with last. */
  compared: Headline | undefined
  /** Earlier headlines that may be similar, and the weight of all units that both have. */
  readonly candidates: { readonly first: Headline; readonly shared: number }[]
  /** Those that share so much that they tell the same story even where it is a theme of the day. */
  readonly alike: Headline[]
  /** Those that may tell the same story; above zero they do. */
  readonly similar: Map<Headline, number>
}

/** Fitted to pairs of headlines that were marked by hand, by logistic regression (bench/RESULTS.md). */
const similarityBy = { none: -5.99, runs: 1.66, numbersDiffer: -0.34, shared: 0.05, ofShorter: 5.1, ofLonger: 1.63 }
const maxRuns = 3
/** Less similar headlines count as unrelated. */
const leastSimilar = -4
/** Pairs that share less of the shorter headline are unrelated. */
const leastOfShorter = 0.2

/** A word that weighs so much is a reason to compare the headlines that have it. */
const reasonWeight = 4.5
/** Pairs that share more of the shorter headline, in two runs with such a word or in one long run, are alike. */
const rareWeight = 3
const alikeOfShorter = 0.35
/** A longer run is as good as two. */
const longRun = 5
/** A word that more headlines have is no reason. */
const maxUses = 200
/** A run with a word that weighs so much today tells something. */
const tellingWeight = 2.5
/** A headline is only a theme of the day if its words weigh less than this share of what they weigh on other days. */
const themeShare = 0.6
/** As if so many headlines without the unit were there too, so that a few lists are enough. */
const otherHeadlines = 300

const none: never[] = []

/** Reads headlines, which share their words. The texts of earlier joins are known. One join at a time uses it. */
export function createReader() {
  const [words, units, texts] = [new Map<string, Word>(), new Map<string, Word>(), new Map<string, Text>()]
  const readText = (title: string): Text => {
    const read = readWords(title)
    const ofTitle = read.words.map(({ key }) => entryOf(words, key, createWord))
    const numbers = ofTitle.filter(({ key }) => isNumber(key))
    const ofUnits = Array.from(read.units, (key) => entryOf(units, key, createWord))
    const letters = foldText(title).replaceAll(/[^\p{L}\p{N}]/gu, '')
    return { words: ofTitle, numbers, units: ofUnits, script: scriptOf(read.units), letters }
  }
  return {
    words,
    texts,
    read(list: RankedList, index: number, item: RankedItem): Headline {
      const { words, numbers, units, script, letters } = entryOf(texts, item.title, readText)
      return {
        list,
        item,
        rank: index + 1,
        words,
        numbers,
        units,
        script,
        letters,
        weight: 0,
        isTheme: false,
        compared: undefined,
        candidates: [],
        alike: [],
        similar: new Map(),
      }
    },
    /** Weighs the units of the headlines, and forgets those of the join before. */
    weigh(headlines: readonly Headline[]): void {
      for (const word of [...words.values(), ...units.values()]) {
        word.headlines = none
        word.of = undefined
        word.weightToday = word.weight
      }
      for (const headline of headlines) for (const unit of headline.units) addTo(unit, headline)
      const all = headlines.length + otherHeadlines
      for (const [key, unit] of units)
        unit.weightToday = -Math.log(Math.max(unitShare(key), (unit.headlines.length - 1) / all))
      for (const headline of headlines)
        headline.weight = headline.units.reduce((sum, { weightToday }) => sum + weightToday, 0)
    },
  }
}

function entryOf<Entry>(entries: Map<string, Entry>, key: string, create: (key: string) => Entry): Entry {
  const known = entries.get(key)
  if (known) return known
  const created = create(key)
  entries.set(key, created)
  return created
}

function createWord(key: string): Word {
  return { key, weight: wordWeight(key), weightToday: 0, headlines: none, of: undefined, place: 0 }
}

/** Most words are of one headline: an array that never grew takes an eighth of the memory. */
function addTo(word: Word, headline: Headline): void {
  if (word.headlines.length === 0) word.headlines = [headline]
  else if (word.headlines.at(-1) !== headline) word.headlines.push(headline)
}

/** Finds the earlier headlines that have a rare word of this one and may be similar. Returns how many it was compared with. */
export function findCandidates(second: Headline): number {
  let compared = 0
  markWords(second)
  for (const unit of second.units) unit.of = second
  for (const { weight, headlines } of second.words) {
    if (weight < reasonWeight || headlines.length > maxUses) continue
    for (const first of headlines) {
      if (first.compared === second) continue
      first.compared = second
      compared += 1
      addCandidate(first, second)
    }
  }
  for (const word of second.words) addTo(word, second)
  return compared
}

function markWords(headline: Headline): void {
  for (let place = headline.words.length - 1; place >= 0; place -= 1) {
    const word = headline.words[place]
    if (word === undefined) continue
    word.of = headline
    word.place = place
  }
}

function addCandidate(first: Headline, second: Headline): void {
  let shared = 0
  for (const unit of first.units) if (unit.of === second) shared += unit.weightToday
  const ofShorter = shared / Math.min(first.weight, second.weight)
  if (ofShorter < leastOfShorter || !mayBeJoined(first, second)) return
  second.candidates.push({ first, shared })
  if (ofShorter <= alikeOfShorter) return
  const { telling, longest } = runsOf(first, second, rareWeight)
  if (telling < 2 && longest < longRun) return
  first.alike.push(second)
  second.alike.push(first)
}

/** False for sentences in two scripts, which have only a name in common, and for the name of a work and what is not that name. */
function mayBeJoined(one: Headline, other: Headline): boolean {
  if (one.script !== other.script && one.script && other.script) return false
  return !(one.list.isOfWorks || other.list.isOfWorks) || one.letters === other.letters
}

/**
 * The runs of neighbouring words that both have: how many have a word that weighs at least this today, and how long the longest is. The
 * words of the second are marked.
 */
function runsOf({ words }: Headline, second: Headline, least: number) {
  let [telling, longest, length, end, isTelling] = [0, 0, 0, -1, false]
  for (const word of words) {
    if (end !== -1 && second.words[end + 1] === word) {
      end += 1
      length += 1
    } else {
      end = word.of === second ? word.place : -1
      length = end === -1 ? 0 : 1
      isTelling = false
    }
    longest = Math.max(longest, length)
    if (length === 0 || isTelling || word.weightToday < least) continue
    isTelling = true
    telling += 1
  }
  return { telling, longest }
}

/**
 * A word of many stories is the name of an occasion, such as games, a holiday or a film, and weighs little. All candidates must be found.
 * Returns how many headlines have the word.
 */
export function weighToday(word: Word): number {
  if (word.headlines.length > 1) word.weightToday = word.weight / Math.sqrt(storiesWith(word))
  return word.headlines.length
}

/** Headlines that are alike count as one story. */
function storiesWith({ headlines }: Word): number {
  const known = new Set(headlines.filter(({ alike }) => alike.length > 0))
  let stories = headlines.length - known.size
  for (const { alike } of known) stories += 1 / (1 + alike.filter((other) => known.has(other)).length)
  return stories
}

/** Notes how similar the headline and its candidates are. The words must have been weighed. Returns how many there were. */
export function compareCandidates(second: Headline): number {
  const today = second.words.reduce((sum, { weightToday }) => sum + weightToday, 0)
  second.isTheme = today < themeShare * second.words.reduce((sum, { weight }) => sum + weight, 0)
  if (second.candidates.length > 0) markWords(second)
  for (const { first, shared } of second.candidates) {
    if ((first.isTheme || second.isTheme) && first.letters !== second.letters) continue
    const similarity = similarityOf(first, second, shared)
    if (similarity < leastSimilar) continue
    first.similar.set(second, similarity)
    second.similar.set(first, similarity)
  }
  return second.candidates.length
}

/** Above zero they tell the same story. */
function similarityOf(first: Headline, second: Headline, shared: number): number {
  const [shorter, longer] = [Math.min(first.weight, second.weight), Math.max(first.weight, second.weight)]
  const by = similarityBy
  return (
    by.none +
    by.runs * Math.min(runsOf(first, second, tellingWeight).telling, maxRuns) +
    by.numbersDiffer * Number(haveOtherNumbers(first, second)) +
    by.shared * shared +
    by.ofShorter * (shared / shorter) +
    by.ofLonger * (shared / longer)
  )
}

/** Whether both have numbers, and none in common. */
function haveOtherNumbers({ numbers }: Headline, { numbers: others }: Headline): boolean {
  return numbers.length > 0 && others.length > 0 && !numbers.some((number) => others.includes(number))
}
