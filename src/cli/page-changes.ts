// What changed between two pages, or two feeds, of the same upstream: elements, classes and ids that the older has and the newer lacks.
import { load } from 'cheerio'
import { type Element, isTag } from 'domhandler'

/** Part of every page, whoever made it. */
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

/** Names made for one row or one build: they differ from look to look. */
const madeUp = /\d\D*\d\D*\d|^[a-z]{0,100}[_-]?[0-9a-f]{6,100}$/i

/** What one sentence names. */
const mostNamed = 5

/** What of the older page the newer lacks, as one sentence; what repeats comes first, because lists are read by it. */
export function pageChanges(before: string, now: string): string[] {
  return lacking('the page', marksOf(before, false), marksOf(now, false))
}

/** The same of feeds: their elements. */
export function feedChanges(before: string, now: string): string[] {
  return lacking('the feed', marksOf(before, true), marksOf(now, true))
}

/** What an element is known by, as a selector, and how often it is there. */
interface Mark {
  readonly shown: string
  count: number
}

/** The marks of a page by what is looked for: a class is the same on whatever element. */
function marksOf(text: string, xml: boolean): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>()
  const elements = load(text, { xml })('*').get().filter(isTag)
  for (const [mark, shown] of elements.flatMap(xml ? feedMarks : pageMarks)) {
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
