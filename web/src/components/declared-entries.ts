// The settings LISTS and NOTIFIERS as the page edits them: entries of a YAML map, of which those that are not touched stay as they were written.
// Only parts that are loaded late need it: the library is large.
import { isMap, isScalar, parseDocument, stringify } from 'yaml'

/** One entry: a list or a notifier. */
export interface DeclaredEntry {
  readonly id: string
  /** The values of its keys that are one text, number or flag, as texts. */
  readonly fields: Readonly<Record<string, string>>
}

/** The entries of a stored text, which is YAML or JSON. */
export function readEntries(text: string | null): readonly DeclaredEntry[] {
  const document = parseDocument(text ?? '')
  return entriesOf(document.errors.length > 0 ? {} : document.toJS()).map(([id, value]) => {
    const simple = entriesOf(value).filter(([, one]) => typeof one !== 'object')
    return { id, fields: Object.fromEntries(simple.map(([key, one]) => [key, String(one)])) }
  })
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' ? Object.entries(value ?? {}) : []
}

/** The text as YAML, for a person to edit. */
export function asYaml(text: string | null): string {
  const document = parseDocument(text ?? '')
  const isFlow = isMap(document.contents) && document.contents.flow
  return isFlow ? stringify(document.toJS(), { lineWidth: 0 }) : (text ?? '')
}

/** The text with this entry at its end. */
export function withEntry(text: string | null, { id, fields }: DeclaredEntry): string {
  const before = asYaml(text).trimEnd()
  return `${before === '' ? '' : `${before}\n`}${stringify({ [id]: fields }, { lineWidth: 0 })}`
}

/** The text without the lines of this entry, if it has it; null if none is left. A key such as `163` is a number in YAML. */
export function withoutEntry(text: string | null, id: string): string | null {
  const written = asYaml(text)
  const { contents } = parseDocument(written)
  const keys = isMap(contents) ? contents.items.map(({ key }) => key) : []
  const at = keys.findIndex((key) => isScalar(key) && String(key.value) === id)
  if (at === -1) return text
  if (keys.length === 1) return null
  const [start, end] = [keys[at], keys[at + 1]].map((key) => key?.range[0] ?? written.length)
  return written.slice(0, start) + written.slice(end)
}

/** A name that no entry has: `wanted`, or with a number after it. */
export function freeId(wanted: string, entries: readonly Pick<DeclaredEntry, 'id'>[]): string {
  const taken = new Set(entries.map(({ id }) => id))
  let id = wanted
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`
  return id
}
