// Compares two pages or feeds of an upstream: elements, classes and ids that disappeared.
import { load } from 'cheerio'
import { type Element, isTag } from 'domhandler'

/** Elements of nearly every page, which tell nothing. */
const ordinary = new Set([
  'html',
  'head',
  'body',
  'meta',
  'link',
  'title',
  'script',
  'style',
  'div',
  'span',
  'br',
  'p',
  'a',
])

/** Generated names, which differ for each row or build. */
const madeUp = /\d\D*\d\D*\d|^[a-z]{0,100}[_-]?[0-9a-f]{6,100}$/i

/** Maximum number of names in one sentence. */
const mostNamed = 5

/** Names what the newer page lacks, in one sentence; the most frequent first, because parsers rely on repeated elements. */
export function pageChanges(before: string, now: string): string[] {
  return lacking('the page', marksOf(before, 'page'), marksOf(now, 'page'))
}

/** The same for the elements of a feed. */
export function feedChanges(before: string, now: string): string[] {
  return lacking('the feed', marksOf(before, 'feed'), marksOf(now, 'feed'))
}

/** A selector, and how often it matches. */
interface Mark {
  readonly shown: string
  count: number
}

/** Collects the selectors of a page; a class counts as the same on any element. */
function marksOf(text: string, kind: 'page' | 'feed'): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>()
  const elements = load(text, { xml: kind === 'feed' })('*')
    .get()
    .filter(isTag)
  for (const [mark, shown] of elements.flatMap(kind === 'feed' ? feedMarks : pageMarks)) {
    const known = marks.get(mark)
    if (known) known.count += 1
    else marks.set(mark, { shown, count: 1 })
  }
  return marks
}

type Marked = readonly [mark: string, shown: string]

function feedMarks({ name, parent }: Element): Marked[] {
  const shown = parent && isTag(parent) ? `${parent.name} > ${name}` : name
  return [[shown, shown]]
}

function pageMarks({ name, attribs }: Element): Marked[] {
  const { class: classes = '', id = '' } = attribs
  const names = [...classes.split(/\s+/).map((word) => ['.', word]), ['#', id]]
  const telling = names.filter(([, word = '']) => word !== '' && !madeUp.test(word)).map((parts) => parts.join(''))
  const data = Object.keys(attribs).flatMap((attribute) => (attribute.startsWith('data-') ? [`[${attribute}]`] : []))
  const marks = [...telling, ...data].map((mark): Marked => [mark, `${name}${mark}`])
  return ordinary.has(name) ? marks : [[name, name], ...marks]
}

function lacking(what: string, before: ReadonlyMap<string, Mark>, now: ReadonlyMap<string, Mark>): string[] {
  const gone = [...before].filter(([mark]) => !now.has(mark)).map(([, mark]) => mark)
  if (gone.length === 0) return []
  const telling = gone.toSorted((one, other) => other.count - one.count)
  const named = telling
    .slice(0, mostNamed)
    .map(({ shown, count }) => (count > 1 ? `${shown} (${count} times in the fixture)` : shown))
  const more = gone.length - named.length
  return [`${what} has no ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}
