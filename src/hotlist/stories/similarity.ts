// How similar two headlines of one day are: by what they share, as far as other stories of the day do not have it too.
import { foldText } from '../../contract/fold-text.ts'
import { isNumber, readWords, scriptOf } from './headline.ts'
import type { RankedItem, RankedList } from './story.ts'
import { unitShare, wordWeight } from './word-weights.ts'

interface Word {
  readonly key: string
  /** On all days. */
  readonly weight: number
  /** The more stories have the word, the less; the weight of all days until they are known. */
  weightToday: number
  headlines: Headline[]
  /** The headline that others are compared with now, if it has the word, and the first place of the word in it. */
  of: Headline | undefined
  place: number
}

/** A Chinese character, a word in Latin letters or a number. */
interface Unit {
  uses: number
  /** The less, the more headlines have it, today or always. */
  weight: number
  /** The headline that is compared now, if it has the unit. */
  of: Headline | undefined
}

export interface Headline {
  readonly list: RankedList
  readonly item: RankedItem
  readonly rank: number
  readonly words: readonly Word[]
  readonly numbers: readonly Word[]
  readonly units: readonly Unit[]
  readonly script: ReturnType<typeof scriptOf>
  /** Of the title; undefined until they are needed. */
  letters: string | undefined
  /** The sum of the weights of the units. */
  weight: number
  /** Whether it is the name of a theme of the day. */
  isTheme: boolean
  /** The headline that it was compared with last. */
  compared: Headline | undefined
  /** Those that share so much that they tell the same story even where it is a theme of the day. */
  alike: Set<Headline>
  /** Those that may tell the same story; above zero they do. */
  similar: Map<Headline, number>
}

/** Two headlines that may be similar; the second comes later. */
export interface Candidate {
  readonly first: Headline
  readonly second: Headline
  /** The weight of all units that both have. */
  readonly shared: number
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

/** Most headlines have none: collections are created with their first entry. */
const none: never[] = []
const noHeadlines = new Set<Headline>()
const noSimilar = new Map<Headline, number>()

type Text = Pick<Headline, 'words' | 'numbers' | 'units' | 'script'>

/** Reads headlines, which share their words. A title that was read in an earlier join is known. */
export function createReader() {
  const words = new Map<string, Word>()
  const units = new Map<string, Unit>()
  const texts = new Map<string, Text>()
  const wordOf = (key: string): Word => {
    const known = words.get(key)
    if (known) return known
    const weight = wordWeight(key)
    const word: Word = { key, weight, weightToday: weight, headlines: none, of: undefined, place: 0 }
    words.set(key, word)
    return word
  }
  const unitOf = (key: string): Unit => {
    const known = units.get(key)
    if (known) return known
    const unit = { uses: 0, weight: 0, of: undefined }
    units.set(key, unit)
    return unit
  }
  const readText = (title: string): Text => {
    const { words: placed, units: keys } = readWords(title)
    const ofTitle = placed.map(({ key }) => wordOf(key))
    const numbers = ofTitle.filter(({ key }) => isNumber(key))
    const text = { words: ofTitle, numbers, units: [...keys].map(unitOf), script: scriptOf(keys) }
    texts.set(title, text)
    return text
  }
  return {
    words,
    texts,
    /** Forgets the headlines of the join before. */
    reset(): void {
      for (const word of words.values()) {
        word.headlines = none
        word.weightToday = word.weight
      }
      for (const unit of units.values()) unit.uses = 0
    },
    read(list: RankedList, index: number, item: RankedItem): Headline {
      const { words, numbers, units, script } = texts.get(item.title) ?? readText(item.title)
      for (const unit of units) unit.uses += 1
      return {
        list,
        item,
        rank: index + 1,
        words,
        numbers,
        units,
        script,
        letters: undefined,
        weight: 0,
        isTheme: false,
        compared: undefined,
        alike: noHeadlines,
        similar: noSimilar,
      }
    },
    /** Weighs the units of all headlines. */
    weigh(headlines: readonly Headline[]): void {
      const all = headlines.length + otherHeadlines
      for (const [key, unit] of units) unit.weight = -Math.log(Math.max(unitShare(key), (unit.uses - 1) / all))
      for (const headline of headlines) headline.weight = headline.units.reduce((sum, { weight }) => sum + weight, 0)
    },
  }
}

/** Adds the earlier headlines that have a rare word of this one and may be similar. Returns how many it was compared with. */
export function findCandidates(second: Headline, candidates: Candidate[]): number {
  let compared = 0
  markWords(second)
  for (const unit of second.units) unit.of = second
  for (const { weight, headlines } of second.words) {
    if (weight < reasonWeight || headlines.length > maxUses) continue
    for (const first of headlines) {
      if (first.compared === second) continue
      first.compared = second
      compared += 1
      const shared = sharedWeight(first, second)
      const ofShorter = shared / Math.min(first.weight, second.weight)
      if (ofShorter < leastOfShorter || !mayBeJoined(first, second)) continue
      candidates.push({ first, second, shared })
      if (ofShorter > alikeOfShorter) noteAlike(first, second)
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

/** Most words are of one headline: an array that never grew takes an eighth of the memory. */
function addTo(word: Word, headline: Headline): void {
  if (word.headlines.length === 0) word.headlines = [headline]
  else if (word.headlines.at(-1) !== headline) word.headlines.push(headline)
}

function sharedWeight(first: Headline, second: Headline): number {
  let shared = 0
  for (const unit of first.units) if (unit.of === second) shared += unit.weight
  return shared
}

function noteAlike(first: Headline, second: Headline): void {
  const { telling, longest } = runsOf(first, second, rareWeight)
  if (telling < 2 && longest < longRun) return
  for (const headline of [first, second]) if (headline.alike === noHeadlines) headline.alike = new Set()
  first.alike.add(second)
  second.alike.add(first)
}

/** False for sentences in two scripts, which have only a name in common, and for the name of a work and what is not that name. */
function mayBeJoined(one: Headline, other: Headline): boolean {
  if (one.script !== other.script && one.script && other.script) return false
  return !(one.list.isOfWorks || other.list.isOfWorks) || haveOneTitle(one, other)
}

function haveOneTitle(one: Headline, other: Headline): boolean {
  for (const headline of [one, other])
    headline.letters ??= foldText(headline.item.title).replaceAll(/[^\p{L}\p{N}]/gu, '')
  return one.letters === other.letters
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

/** A word of many stories is the name of an occasion, such as games, a holiday or a film, and weighs little. All candidates must be found. */
export function weighToday(word: Word): void {
  if (word.headlines.length > 1) word.weightToday = word.weight / Math.sqrt(storiesWith(word))
}

/** Headlines that are alike count as one story. */
function storiesWith({ headlines }: Word): number {
  const known = headlines.filter(({ alike }) => alike.size > 0)
  if (known.length < 2) return headlines.length
  const all = new Set(known)
  return known.reduce((sum, { alike }) => sum + 1 / (1 + alike.intersection(all).size), headlines.length - known.length)
}

export function findTheme(headline: Headline): void {
  let [today, always] = [0, 0]
  for (const { weight, weightToday } of headline.words) {
    today += weightToday
    always += weight
  }
  headline.isTheme = today < themeShare * always
}

/** Notes how similar the two are. The words must have been weighed. */
export function compareCandidate({ first, second, shared }: Candidate, before: Headline | undefined): void {
  if (second !== before) markWords(second)
  if ((first.isTheme || second.isTheme) && !haveOneTitle(first, second)) return
  const similarity = similarityOf(first, second, shared)
  if (similarity < leastSimilar) return
  for (const headline of [first, second]) if (headline.similar === noSimilar) headline.similar = new Map()
  first.similar.set(second, similarity)
  second.similar.set(first, similarity)
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
