// Reads the values of the keys of a list or a way; what is wrong with one is reported with its place in the file.
import type { PlainValue } from '../../parsing/parse-yaml.ts'
import type { Report, Scope } from './entry.ts'
import { isList } from './placeholders.ts'

export interface KeyReader {
  /** The value of a key, made of its text; undefined when the key is missing or wrong. */
  text<Made>(key: string, make: (text: string) => Made): Made | undefined
  /** The same for a key with one text or a list of them. */
  texts<Made>(key: string, make: (texts: readonly string[]) => Made): Made | undefined
  value<Made>(key: string, make: (value: PlainValue) => Made): Made | undefined
  has(key: string): boolean
  /** Reports a missing key; `description` says what it is. */
  require(key: string, description: string): void
}

export function createKeyReader({ path, values }: Scope, report: Report): KeyReader {
  function value<Made>(key: string, make: (value: PlainValue) => Made): Made | undefined {
    const given = values.get(key)
    if (given === undefined) return undefined
    try {
      return make(given.value)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      report(error instanceof KeyError ? [...given.path, error.key] : given.path, message)
      return undefined
    }
  }
  return {
    value,
    text: (key, make) => value(key, (given) => make(plainText(given))),
    texts: (key, make) =>
      value(key, (given) => make(isList(given) && given.length > 0 ? given.map(plainText) : [plainText(given)])),
    has: (key) => values.has(key),
    require(key, description) {
      if (!values.has(key)) report([...path, key], `is missing: ${description}`)
    },
  }
}

/** An error in the value of a key of a map. */
export class KeyError extends Error {
  readonly key: string

  constructor(key: string, message: string) {
    super(message)
    this.key = key
  }
}

/** @throws Error unless it is a text of a possible length. */
function plainText(value: PlainValue): string {
  if (typeof value !== 'string') throw new Error('must be a text; a text that begins with { or [ must be quoted')
  const text = value.trim()
  if (text === '') throw new Error('is empty; a text that begins with # must be quoted')
  if (text.length > 1_000) throw new Error('must be at most 1000 characters long')
  return text
}
