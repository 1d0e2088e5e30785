// How similar two headlines of one day are: by what they share, as far as other stories of the day do not have it too.
import { isNumber, lettersOf, readWords, scriptOf } from './headline.ts'
import type { RankedItem, RankedList } from './story.ts'
import { unitShare, wordWeight } from './word-weights.ts'

interface Word {
  readonly key: string
  /** On all days. */
  readonly weight: number
  /** The less, the more stories of the day have it. */
  weightToday: number
  headlines: Headline[]
  /** The headline that others are compared with now, if it has the word, and the first place of the word in it. */
  of: Headline | undefined
  place: number
}

/** A Chinese character, a word in Latin letters or a number. */
interface Unit {
  /** Of the headlines of all days. */
  readonly share: number
  /** The less, the more headlines have it, today or always. */
  weight: number
  headlines: number
  /** As that of a word. */
  of: Headline | undefined
}

interface Text {
  readonly words: readonly Word[]
  readonly numbers: readonly Word[]
  readonly units: readonly Unit[]
  readonly script: ReturnType<typeof scriptOf>
  /** Of the title, and its digits. */
  readonly letters: string
}

export interface Headline {
  readonly list: RankedList
  readonly item: RankedItem
  readonly rank: number
  readonly text: Text
  /** The sum of the weights of the units. */
  weight: number
  /** Whether it is the name of a theme of the day. */
  isTheme: boolean
  /** The headline that it was compared with last. */
  compared: Headline | undefined
  /** Those that share so much that they tell the same story even where it is a theme of the day. */
  readonly alike: Headline[]
  /** Those that may tell the same story; above zero they do. Until they are compared: earlier ones, by the weight of all units of both. */
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
  const [words, units, texts] = [new Map<string, Word>(), new Map<string, Unit>(), new Map<string, Text>()]
  const readText = (title: string): Text => {
    const read = readWords(title)
    const ofTitle = read.words.map(({ key }) => entryOf(words, key, createWord))
    return {
      words: ofTitle,
      numbers: ofTitle.filter(({ key }) => isNumber(key)),
      units: Array.from(read.units, (key) => entryOf(units, key, createUnit)),
      script: scriptOf(read.units),
      letters: lettersOf(title),
    }
  }
  return {
    words,
    texts,
    read(list: RankedList, item: RankedItem, rank: number): Headline {
      const text = entryOf(texts, item.title, readText)
      return { list, item, rank, text, weight: 0, isTheme: false, compared: undefined, alike: [], similar: new Map() }
    },
    /** Weighs the units of the headlines, and forgets those of the join before. */
    weigh(headlines: readonly Headline[]): void {
      for (const word of words.values()) {
        word.headlines = none
        word.of = undefined
        word.weightToday = word.weight
      }
      for (const unit of units.values()) {
        unit.headlines = 0
        unit.of = undefined
      }
      for (const { text } of headlines) for (const unit of text.units) unit.headlines += 1
      const all = headlines.length + otherHeadlines
      for (const unit of units.values()) unit.weight = -Math.log(Math.max(unit.share, (unit.headlines - 1) / all))
      for (const headline of headlines)
        headline.weight = headline.text.units.reduce((sum, { weight }) => sum + weight, 0)
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

function createUnit(key: string): Unit {
  return { share: unitShare(key), weight: 0, headlines: 0, of: undefined }
}

/** Finds the earlier headlines that have a rare word of this one and may be similar. Returns how many it was compared with. */
export function findCandidates(second: Headline): number {
  const { words, units } = second.text
  let compared = 0
  markWords(second)
  for (const unit of units) unit.of = second
  for (const { weight, headlines } of words) {
    if (weight < reasonWeight || headlines.length > maxUses) continue
    for (const first of headlines) {
      if (first.compared === second) continue
      first.compared = second
      compared += 1
      addCandidate(first, second)
    }
  }
  for (const word of words) {
    // Most words are of one headline: an array that never grew takes an eighth of the memory.
    if (word.headlines.length === 0) word.headlines = [second]
    else if (word.headlines.at(-1) !== second) word.headlines.push(second)
  }
  return compared
}

function markWords(headline: Headline): void {
  const { words } = headline.text
  for (let place = words.length - 1; place >= 0; place -= 1) {
    const word = words[place]
    if (word === undefined) continue
    word.of = headline
    word.place = place
  }
}

function addCandidate(first: Headline, second: Headline): void {
  if (!mayBeJoined(first, second)) return
  let shared = 0
  for (const unit of first.text.units) if (unit.of === second) shared += unit.weight
  const ofShorter = shared / Math.min(first.weight, second.weight)
  if (ofShorter < leastOfShorter) return
  second.similar.set(first, shared)
  if (ofShorter <= alikeOfShorter) return
  const { telling, longest } = runsOf(first, second, rareWeight)
  if (telling < 2 && longest < longRun) return
  first.alike.push(second)
  second.alike.push(first)
}

/** False for sentences in two scripts, which have only a name in common, and for the name of a work and what is not that name. */
function mayBeJoined(one: Headline, other: Headline): boolean {
  if (one.text.script !== other.text.script && one.text.script && other.text.script) return false
  return !(one.list.isOfWorks || other.list.isOfWorks) || one.text.letters === other.text.letters
}

/**
 * The runs of neighbouring words that both have: how many have a word that weighs at least this today, and how long the longest is. The
 * words of the second are marked.
 */
function runsOf(first: Headline, second: Headline, least: number) {
  const { words } = second.text
  let [telling, longest, length, end, isTelling] = [0, 0, 0, -1, false]
  for (const word of first.text.words) {
    if (end !== -1 && words[end + 1] === word) {
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
  const { words } = second.text
  const candidates = second.similar.size
  const today = words.reduce((sum, { weightToday }) => sum + weightToday, 0)
  second.isTheme = today < themeShare * words.reduce((sum, { weight }) => sum + weight, 0)
  if (candidates > 0) markWords(second)
  for (const [first, shared] of second.similar) {
    const isOther = (first.isTheme || second.isTheme) && first.text.letters !== second.text.letters
    const similarity = isOther ? Number.NEGATIVE_INFINITY : similarityOf(first, second, shared)
    if (similarity < leastSimilar) second.similar.delete(first)
    else {
      first.similar.set(second, similarity)
      second.similar.set(first, similarity)
    }
  }
  return candidates
}

/** Above zero they tell the same story. */
function similarityOf(first: Headline, second: Headline, shared: number): number {
  const [shorter, longer] = [Math.min(first.weight, second.weight), Math.max(first.weight, second.weight)]
  const by = similarityBy
  return (
    by.none +
    by.runs * Math.min(runsOf(first, second, tellingWeight).telling, maxRuns) +
    by.numbersDiffer * Number(haveOtherNumbers(first.text, second.text)) +
    by.shared * shared +
    by.ofShorter * (shared / shorter) +
    by.ofLonger * (shared / longer)
  )
}

/** Whether both have numbers, and none in common. */
function haveOtherNumbers({ numbers }: Text, { numbers: others }: Text): boolean {
  return numbers.length > 0 && others.length > 0 && !numbers.some((number) => others.includes(number))
}
