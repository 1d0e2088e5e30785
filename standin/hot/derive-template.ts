// Derives from a fixture how its sample becomes a growing list: where the values of the expected items stand in the body.

import { findItems } from './find-items.ts'
import type { Kind, Spots, Template } from './template.ts'
import { figuresIn, timesIn } from './value-formats.ts'
import workTitles from './work-titles.json' with { type: 'json' }

/** What a fixture expects of an item. */
export interface ExpectedItem {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly icon?: string | undefined
  readonly hover?: string | undefined
  readonly info?: string | undefined
  readonly pubDate?: number | undefined
  readonly hot?: number | undefined
}

/** A body and what is expected of it at the time of the fixture, by any of its lists. */
export interface Sample {
  /** `folder/body file`. */
  readonly name: string
  readonly text: string
  readonly items: readonly ExpectedItem[]
  readonly nowMs: number
}

/** An item as a body writes it. */
interface Written {
  readonly item: ExpectedItem
  /** The title, if the body has all of it. */
  readonly title: string | undefined
  /** What tells the item from others: id, address, or numbers of them. */
  readonly ids: readonly string[]
  /** The same without a number: the last word of the address. */
  readonly slugs: readonly string[]
}

/** The forms in which bodies hold a text: plain, with entities, and as in scripts. */
function formsOf(text: string): readonly string[] {
  const markup = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const numbered = markup.replaceAll(/[^\x20-\x7e]|'/g, (sign) => `&#${sign.codePointAt(0)};`)
  const json = JSON.stringify(text).slice(1, -1)
  const escaped = json.replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const quoted = [markup, numbered].map((one) => one.replaceAll('"', '&quot;'))
  return [text, markup, numbered, ...quoted, json, json.replaceAll('/', '\\/'), escaped]
}

/** How a body writes a text, if it has it. */
function formIn(body: string, text: string): string | undefined {
  return text === '' ? undefined : formsOf(text).find((form) => body.includes(form))
}

function writtenIn(body: string, item: ExpectedItem): Written {
  const { id, title, url } = item
  const { origin, pathname } = new URL(url)
  const have = (texts: readonly string[]) => texts.flatMap((text) => (text === title ? [] : (formIn(body, text) ?? [])))
  // An escaped text in an address is written with the title.
  const whole = have([id, url, url.slice(origin.length)].filter((text) => /\d/.test(text) && !text.includes('%')))
  const plain = [id, url].filter((text) => !text.includes('%'))
  const numbers = have(plain.flatMap((text) => text.match(whole.length > 0 ? /\d{6,}/g : /\d{4,}/g)?.slice(-1) ?? []))
  const ids = [...whole, ...numbers]
  const isByTitle = url.includes(encodeURIComponent(title))
  const words = (isByTitle ? [] : [id, pathname]).flatMap(
    (text) => /(?<!\.[a-z]*)([a-z]{4,}(?:[-_][a-z]+)*|[a-z]+(?:[-_][a-z]+)+)(?:\.html?|\/)?$/i.exec(text)?.[1] ?? [],
  )
  return { item, title: formIn(body, title), ids, slugs: ids.length > 0 ? [] : have(words) }
}

function isWithin(part: string, { title, ids, slugs }: Written): boolean {
  const marks = [...ids, ...slugs]
  if (title === undefined && marks.length === 0) return false
  return (
    (title === undefined || part.includes(title)) && (marks.length === 0 || marks.some((mark) => part.includes(mark)))
  )
}

/** How many texts of the item a part of a body has; 0 if it is not the item. */
function textsIn(part: string, written: Written): number {
  if (!isWithin(part, written)) return 0
  const { id, title, url, hover = '', info = '', icon = '' } = written.item
  const { pathname } = new URL(icon === '' ? url : icon)
  return [id, title, url, hover, info, pathname].filter((text) => formIn(part, text) !== undefined).length + 1
}

/** The longest text between tags or quotation marks that a composed title contains. */
function pieceOf(title: string, part: string): string | undefined {
  const pieces = part.split(/["<>]/).map((piece) => piece.trim())
  const fitting = pieces.filter((piece) => /\p{L}{2}/u.test(piece) && title.includes(piece))
  return fitting.toSorted((one, other) => other.length - one.length)[0]
}

/** Another text stays in its language, and a name a name. */
function kindOfText(isOfWorks: boolean, text: string): Kind {
  if (isOfWorks) return 'work'
  if (/\p{Script=Han}|\\u[4-9]/u.test(text)) return 'title'
  if (!text.includes(' ')) return 'slug'
  return text.split(' ').length > 2 ? 'phrase' : 'name'
}

function literal(text: string): RegExp {
  return new RegExp(`(${RegExp.escape(text)})`)
}

/** The name in this address, whose slashes JSON may escape. Other sizes of the picture have the same name elsewhere. */
function nameOfPicture(address: string): readonly RegExp[] {
  const [, before = '', name = ''] = /^\w+:\/\/(.*\/)([^/]+)\.\w+$/.exec(address) ?? []
  return name === ''
    ? []
    : [new RegExp(`${RegExp.escape(before).replaceAll('\\/', String.raw`\\?\/`)}(${RegExp.escape(name)})`)]
}

function spotsOf(part: string, written: readonly Written[], { name, nowMs }: Sample): Spots {
  const [first] = written
  if (!first) return {}
  const { id, title, hot } = first.item
  const isText = id !== title && /\p{Script=Han}/u.test(id)
  const texts = [first.title ?? pieceOf(title, part), isText ? formIn(part, id) : undefined].filter(
    (text) => text !== undefined,
  )
  const dates = new Set(written.flatMap(({ item }) => item.pubDate ?? []))
  const isOfWorks = name.replace(/\/.*/, '') in workTitles
  const times = [...dates].map((pubDate) => timesIn(part, pubDate, nowMs))
  return {
    id: first.ids.map(literal),
    slug: first.slugs.map(literal),
    [kindOfText(isOfWorks, texts[0] ?? '')]: texts.map(literal),
    picture: isOfWorks ? nameOfPicture(first.item.icon ?? '') : [],
    time: times.flatMap(({ time }) => time),
    beijing: times.flatMap((time) => time.beijing),
    figure: hot === undefined ? [] : figuresIn(part, hot),
  }
}

/** Whether the items are in the order of time and not of heat. */
function isTimeLine(items: readonly ExpectedItem[]): boolean {
  const isFalling = (key: 'pubDate' | 'hot') =>
    items.every((item, at) => item[key] !== undefined && (at === 0 || item[key] <= (items[at - 1]?.[key] ?? 0)))
  return isFalling('pubDate') && !isFalling('hot')
}

/**
 * The template of a sample; undefined if the body has none of the expected items. Items of the body that are not
 * expected stay as they are, in their places.
 */
export function deriveTemplate(sample: Sample): Template | undefined {
  const { name, text, items } = sample
  const written = items.map((item) => writtenIn(text, item))
  const spans = findItems(text, {
    count: items.length,
    textsIn: (part, at) => {
      const one = written[at]
      return one === undefined ? 0 : textsIn(part, one)
    },
  })
  const spots = new Map<string, Spots>()
  for (const [start, end] of spans) {
    const part = text.slice(start, end)
    const found = written.filter((one) => isWithin(part, one))
    if (found.length > 0) spots.set(part, spotsOf(part, found, sample))
  }
  if (spots.size === 0) return undefined
  return {
    body: name,
    spans,
    order: isTimeLine(items) ? 'newest' : 'hottest',
    spots,
  }
}
