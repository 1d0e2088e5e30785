// Compares two pages or feeds of an upstream: elements, classes and ids that disappeared.
import { load } from 'cheerio'
import { type Element, isTag } from 'domhandler'

/** Elements of nearly every page, which tell nothing. */
const sharedElements = new Set('html head body meta link title script style div span br p a'.split(' '))

/** Generated names, which differ for each row or build. */
const generatedName = /\d\D*\d\D*\d|^[a-z]{0,100}[_-]?[0-9a-f]{6,100}$/i

const maxNames = 5

/** Names what the newer page or feed lacks, in one sentence; the most frequent first, because parsers rely on repeated elements. */
export function diffPage(before: string, now: string, kind: 'page' | 'feed'): string[] {
  const [was, is] = [marksOf(before, kind), marksOf(now, kind)]
  const gone = [...was].filter(([mark]) => !is.has(mark)).map(([, mark]) => mark)
  if (gone.length === 0) return []
  const byCount = gone.toSorted((one, other) => other.count - one.count)
  const named = byCount
    .slice(0, maxNames)
    .map(({ shown, count }) => (count > 1 ? `${shown} (${count} times in the fixture)` : shown))
  const more = gone.length - named.length
  return [`the ${kind} has no ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

/** Collects the selectors of a page; a class counts as the same on any element. */
function marksOf(text: string, kind: 'page' | 'feed') {
  const marks = new Map<string, { readonly shown: string; count: number }>()
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

type SelectorText = readonly [mark: string, shown: string]

function feedMarks({ name, parent }: Element): SelectorText[] {
  const shown = parent && isTag(parent) ? `${parent.name} > ${name}` : name
  return [[shown, shown]]
}

function pageMarks({ name, attribs }: Element): SelectorText[] {
  const { class: classes = '', id = '' } = attribs
  const names = [...classes.split(/\s+/).map((word) => ['.', word]), ['#', id]]
  const meaningfulNames = names
    .filter(([, word = '']) => word !== '' && !generatedName.test(word))
    .map((parts) => parts.join(''))
  const data = Object.keys(attribs).flatMap((attribute) => (attribute.startsWith('data-') ? [`[${attribute}]`] : []))
  const marks = [...meaningfulNames, ...data].map((mark): SelectorText => [mark, `${name}${mark}`])
  return sharedElements.has(name) ? marks : [[name, name], ...marks]
}
