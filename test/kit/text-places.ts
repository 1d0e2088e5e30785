// Finds the texts in a recorded body: JSON values, text and attributes in markup, and nested ones; each can be replaced.
import { decodeHTML } from 'entities'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** Pieces of the long texts that tests insert. */
export const longTextPieces = [
  ...'<>"\'& \n\t0?#%=:：;,，.-_/\\|【[({ax年\ufdfa\u200b',
  ...[
    '<a ',
    '<!--',
    '&amp;',
    '&#',
    '1a',
    'a ',
    '1,',
    '1.',
    '1:',
    'a.',
    '/a',
    '?a=',
    'http://',
    '\\u',
    '=  ',
    '1天',
    '&shareid=1&s',
  ],
]

/** A text in a body. All texts of a kind have the same name: `data[].title`, `a.title@href`. */
export interface TextPlace {
  readonly name: string
  readonly text: string
  /** Returns the body with this text replaced. */
  put(text: string): string
}

/** The texts of a body, unescaped. */
export function textPlaces(body: string): TextPlace[] {
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
