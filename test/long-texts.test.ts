// Puts one long text into every fixture: the result is items or a named failure, and the time is not quadratic in the length.
import { decodeHTML } from 'entities'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeText } from '../src/upstream/net/charset.ts'
import { caseCount } from './kit/case-count.ts'
import { isLinear, seeded } from './kit/clocks.ts'
import type { Exchange } from './kit/fixtures.ts'
import { longTextPieces } from './kit/hostile-texts.ts'
import { checkAsks, type FixtureAsk, listAsks, searchAsks } from './kit/replay.ts'

/** Number of long texts per fixture, of about 650,000 in total: a number, or `all`. */
const { LONG_TEXTS: perFixture = `${caseCount(5)}`, LONG_TEXTS_SEED: seed = '20261122' } = process.env

const longTextLength = 30_000

/** In place of the original text, and after it, because many parsers read on only after an expected beginning. */
const ways = ['instead', 'behind'] as const

/** A fixture's ask with one long text in one of its bodies. */
interface LongText {
  readonly at: number
  readonly place: TextPlace
  readonly piece: string
  readonly way: (typeof ways)[number]
}

/** Bodies as text; other charsets are sent as UTF-8 with a byte order mark. */
function textOf({ body, headers }: Exchange): string {
  return decodeText(body, headers['content-type']?.toString())
}

/** The first and the last text of each kind, for each exchange. */
function placesOf({ exchanges }: FixtureAsk): [at: number, place: TextPlace][] {
  return exchanges.flatMap((exchange, at) => {
    const alike = Object.values(Object.groupBy(textPlaces(textOf(exchange)), ({ name }) => name))
    return alike
      .flatMap((places = []) =>
        places.length === 1 ? places : places.filter((_, n) => n === 0 || n === places.length - 1),
      )
      .map((place): [number, TextPlace] => [at, place])
  })
}

function chosen(ask: FixtureAsk, random: () => number): LongText[] {
  const places = placesOf(ask)
  const all = () =>
    places.flatMap(([at, place]) => longTextPieces.flatMap((piece) => ways.map((way) => ({ at, place, piece, way }))))
  if (perFixture === 'all') return all()
  const one = <T>(values: readonly T[]): T[] => values.slice(Math.floor(random() * values.length)).slice(0, 1)
  return Array.from({ length: Number(perFixture) }).flatMap(() =>
    one(places).flatMap(([at, place]) =>
      one(longTextPieces).flatMap((piece) => one(ways).map((way) => ({ at, place, piece, way }))),
    ),
  )
}

function exchangesWith({ exchanges }: FixtureAsk, { at, place, piece, way }: LongText, length: number): Exchange[] {
  const long = piece.repeat(Math.ceil(length / piece.length))
  const body = Buffer.from(`\ufeff${place.put(way === 'instead' ? long : `${place.text}${long}!\n!`)}`)
  return exchanges.map((exchange, index) => (index === at ? { ...exchange, body } : exchange))
}

/** Asks over a long text. Returns whether there were items. @throws when the result is not allowed or not linear. */
async function expectLinear(ask: FixtureAsk, text: LongText): Promise<boolean> {
  const states = new Set<string>()
  const askOver = (length: number) => async () => {
    const { outcome, surprises } = await ask.ask(exchangesWith(ask, text, length))
    expect(surprises).toEqual([])
    states.add(outcome.state)
  }
  expect(await isLinear(askOver(longTextLength / 4), askOver(longTextLength))).toBe(true)
  expect(['fresh', 'failed']).toEqual(expect.arrayContaining([...states]))
  return states.has('fresh')
}

function shownText({ place, piece, way }: LongText): string {
  return `${place.name} ${way === 'instead' ? 'is' : 'ends in'} ${JSON.stringify(piece)} × ${longTextLength}`
}

const askSets: [string, () => Promise<FixtureAsk[]>][] = [
  ['plugins and channels', searchAsks],
  ['hot lists', listAsks],
  ['checks of shares', checkAsks],
]

describe.each(askSets)('a long text in a reply to %s', (service, asksOf) => {
  let asks: readonly FixtureAsk[] = []
  beforeAll(async () => {
    asks = await asksOf()
  })

  it('ends in items or a named failure, in time that is linear in its length', { timeout: 3_600_000 }, async () => {
    const random = seeded(Number(seed))
    const wrong: string[] = []
    let [tried, answered] = [0, 0]
    for (const ask of asks) {
      for (const text of chosen(ask, random)) {
        try {
          if (await expectLinear(ask, text)) answered += 1
        } catch (error) {
          wrong.push(`${ask.name}: ${shownText(text)}: ${error}`)
        }
        tried += 1
      }
    }
    const counts = `${tried} tried in ${asks.length} fixtures, ${answered} still answered`
    console.info(`long texts in replies to ${service}: ${counts}, seed ${seed}`)
    expect(wrong).toEqual([])
    expect(answered).toBeGreaterThan(tried / 3)
  })
})

/** Texts that once took quadratic time. */
const quadraticOnce: [fixture: string, place: string, piece: string][] = [
  ['gameres', 'a.feed-item-title-a@href', '0'],
  ['fastbull-express', 'span.title_name', '【'],
  ['nytimes', 'link', '?'],
]

it.each(quadraticOnce)('a long text is read in linear time in %s: %s, of %j', async (name, placeName, piece) => {
  const ask = (await listAsks()).find((one) => one.name === name)
  const places = ask ? placesOf(ask).filter(([, place]) => place.name === placeName) : []
  expect(places.length).toBeGreaterThan(0)
  for (const [at, place] of places) for (const way of ways) if (ask) await expectLinear(ask, { at, place, piece, way })
})

it('a text put back where it stood is the body as it was', async () => {
  const all = [...(await searchAsks()), ...(await listAsks())]
  const asks = all.slice(0, caseCount(all.length))
  let same = 0
  for (const ask of asks) {
    const [at, place] = placesOf(ask).findLast(([, { name }]) => !name.includes(' > ')) ?? []
    if (at === undefined || !place) continue
    const exchanges = ask.exchanges.map((one, n) =>
      n === at ? { ...one, body: Buffer.from(place.put(place.text)) } : one,
    )
    const [{ outcome }, { outcome: before }] = [await ask.ask(exchanges), await ask.ask(ask.exchanges)]
    expect(outcome, ask.name).toEqual(before)
    same += 1
  }
  expect(same).toBeGreaterThan(asks.length / 2)
})

/** A text in a body. All texts of a kind have the same name: `data[].title`, `a.title@href`. */
interface TextPlace {
  readonly name: string
  readonly text: string
  /** Returns the body with this text replaced. */
  put(text: string): string
}

/** The texts of a body, unescaped. */
function textPlaces(body: string): TextPlace[] {
  if (/^\s*</.test(body)) return placesInMarkup(body)
  const start = body.search(/[{[]/)
  const end = Math.max(body.lastIndexOf('}'), body.lastIndexOf(']')) + 1
  const value = start < 0 ? undefined : parsed(body.slice(start, end))
  if (value === undefined) return [{ name: 'body', text: body, put: (text) => text }]
  return placesInJson(value, '', (other) => body.slice(0, start) + JSON.stringify(other) + body.slice(end))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function placesInJson(value: unknown, name: string, put: (other: unknown) => string): TextPlace[] {
  if (typeof value === 'string') return [{ name, text: value, put }, ...placesWithin(value, name, put)]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((one, at) => placesInJson(one, `${name}[]`, (other) => put(value.with(at, other))))
  return Object.entries(value).flatMap(([key, one]) =>
    placesInJson(one, `${name}.${key}`, (other) => put({ ...value, [key]: other })),
  )
}

/** The texts inside a text that contains markup or JSON. */
function placesWithin(text: string, name: string, put: (other: string) => string): TextPlace[] {
  const isMarkup = /<[a-z!?/]/i.test(text)
  if (!isMarkup && !/^\s*(?:[{[]|[^\n]{0,200}=\s*[{[])/.test(text)) return []
  const places = isMarkup ? placesInMarkup(text) : textPlaces(text)
  return places
    .filter((place) => place.name !== 'body')
    .map((place) => ({ ...place, name: `${name} > ${place.name}`, put: (other) => put(place.put(other)) }))
}

type Range = readonly [start: number, end: number]

function placesInMarkup(body: string): TextPlace[] {
  const places: TextPlace[] = []
  const add = (name: string, [start, end]: Range, isEscaped: boolean) => {
    const written = body.slice(start, end)
    if (written.trim() === '') return
    const text = isEscaped ? decodeHTML(written) : written
    const put = (other: string) => body.slice(0, start) + (isEscaped ? escaped(other) : other) + body.slice(end)
    places.push({ name, text, put }, ...placesWithin(text, name, put))
  }
  const xmlMode = /^\s*<(?:\?xml|rss|feed|rdf)/i.test(body)
  const tokenizer = new Tokenizer({ xmlMode, decodeEntities: false }, callbacks(body, add))
  tokenizer.write(body)
  tokenizer.end()
  return places
}

type Adding = (name: string, range: Range, isEscaped: boolean) => void

function callbacks(body: string, add: Adding): TokenizerCallbacks {
  let [tag, attribute] = ['', '']
  let attributes = new Map<string, Range>()
  const opened = () => {
    const [start = 0, end = 0] = attributes.get('class') ?? []
    const [firstClass] = body.slice(start, end).trim().split(/\s/)
    if (firstClass) tag += `.${firstClass}`
    for (const [name, range] of attributes) add(`${tag}@${name}`, range, true)
  }
  const nothing = () => undefined
  return {
    onopentagname: (start, end) => {
      tag = body.slice(start, end)
      attributes = new Map()
    },
    onattribname: (start, end) => {
      attribute = body.slice(start, end)
    },
    onattribdata: (start, end) => void attributes.set(attribute, [start, end]),
    onopentagend: opened,
    onselfclosingtag: opened,
    ontext: (start, end) => add(tag, [start, end], !/^(?:script|style)\b/.test(tag)),
    oncdata: (start, end, offset) => add(`${tag} in CDATA`, [start, end - offset], false),
    onclosetag: () => {
      tag = `behind ${tag.replace(/^behind /, '')}`
    },
    onattribentity: nothing,
    onattribend: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onprocessinginstruction: nothing,
    ontextentity: nothing,
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
