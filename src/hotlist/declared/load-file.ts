// Reads an operator's file of hot lists (feeds, JSON, pages) into families, or reports all errors at once.
import { parseYamlMap } from '../../parsing/parse-yaml.ts'
import { didYouMean, formatErrors, type ValidationError } from '../../parsing/validation-errors.ts'
import type { Family, List } from '../list-definition.ts'
import { newestFirst } from '../sites/newest-first.ts'
import { type Declaration, keysByKind, kinds, type ListKind, schemasByKind } from './schema.ts'

/** Generous time limits: these sites are not measured, and some are small or generate feeds on demand. */
const limits = { attemptMs: 10_000, askMs: 25_000 } as const

/** The parser takes quadratic time for some malformed files: ten seconds for 1 MB. */
const maxKilobytes = 256
const maxLists = 500

/**
 * Reads declared lists (docs/own-lists.md) into one family per list, named after its id. `fileName` is the file name in messages;
 * `takenReason` returns why an id is not free, as the end of a sentence.
 * @throws Error with one line per error that names file, line and key. Values are never quoted: they may be secret.
 */
export function parseDeclaredLists(
  text: string,
  fileName: string,
  takenReason: (id: string) => string | undefined,
): ReadonlyMap<string, Family> {
  const { entries, mistakes } = readDeclaredLists(text, fileName, takenReason)
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return new Map([...entries].map(([id, { family }]) => [id, family]))
}

/** An entry without mistakes. */
export interface DeclaredEntry {
  readonly family: Family
  /** A file with this entry alone, as JSON, which is YAML too. */
  readonly text: string
}

/** As `parseDeclaredLists`, but the entries without mistakes are there whatever the others are. */
export function readDeclaredLists(
  text: string,
  fileName: string,
  takenReason: (id: string) => string | undefined,
): {
  /** All entries, in the order of the file. */
  readonly ids: readonly string[]
  readonly entries: ReadonlyMap<string, DeclaredEntry>
  /** One line per error. */
  readonly mistakes: readonly string[]
  /** The whole file cannot be read. */
  readonly isBroken: boolean
} {
  const { entries, mistakes, isBroken } = parseFile(text, takenReason)
  const wrong = new Set(mistakes.map(({ path }) => path[0]))
  return {
    ids: [...entries.keys()],
    entries: new Map([...entries].flatMap(([id, entry]) => (entry && !wrong.has(id) ? [[id, entry]] : []))),
    mistakes: formatErrors(mistakes, fileName),
    isBroken,
  }
}

interface ParsedFile {
  /** Undefined for an entry that is no list. */
  readonly entries: ReadonlyMap<string, DeclaredEntry | undefined>
  readonly mistakes: readonly ValidationError[]
  /** The whole file cannot be read. */
  readonly isBroken: boolean
}

function parseFile(text: string, takenReason: (id: string) => string | undefined): ParsedFile {
  const entries = new Map<string, DeclaredEntry | undefined>()
  if (Buffer.byteLength(text) > maxKilobytes * 1024)
    return { entries, mistakes: [{ path: [], message: `must be at most ${maxKilobytes} KB` }], isBroken: true }
  const {
    values,
    lineOf,
    mistakes: yamlErrors,
    isBroken,
  } = parseYamlMap(text, 'a map of lists: an id and a colon, with its keys indented below')
  // Once for all errors: a file can have one on every line.
  const paths = yamlErrors.length === 0 ? [] : pathsOfLines(text)
  const syntaxErrors = yamlErrors.map((mistake) =>
    mistake.path.length > 0 ? mistake : { ...mistake, path: paths[(mistake.line ?? 0) - 1] ?? [] },
  )
  // After a syntax error, keys that were not parsed would be reported as missing.
  if (isBroken) return { entries, mistakes: syntaxErrors, isBroken }
  const mistakes = [...syntaxErrors]
  const report = (path: readonly PropertyKey[], message: string) => mistakes.push({ line: lineOf(path), path, message })
  if (values.size > maxLists) {
    report([], `must hold at most ${maxLists} lists; it holds ${values.size}`)
    return { entries, mistakes, isBroken: true }
  }
  for (const [id, value] of values) {
    // A search site: src/search/read-members.ts reads it.
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'engine')) continue
    const what = idProblem(id) ?? takenReason(id)
    if (what !== undefined) report([id], what)
    const declared = parseList(value, (path, wrong) => report([id, ...path], wrong))
    entries.set(id, declared && { family: toFamily(id, declared), text: JSON.stringify({ [id]: value }) })
  }
  return { entries, mistakes, isBroken }
}

const allKeys = [...new Set(Object.values(keysByKind).flat())]

/** The list and the key that each line appears to belong to. Any other word of a line may be part of a secret. */
function pathsOfLines(text: string): string[][] {
  let list: string | undefined
  return text.split('\n').map((line) => {
    list = /^([a-z0-9-]{1,60}):/.exec(line)?.[1] ?? list
    const isOutsideLists = /^[^\sa-z0-9]/.test(line)
    const word = /^\s+(\w+)/.exec(line)?.[1]
    const key = allKeys.find((one) => one === word)
    return [isOutsideLists ? undefined : list, key].filter((part) => part !== undefined)
  })
}

/** Words that ENABLED_SOURCES uses for several lists. */
const reserved = new Set(['all', 'default', 'none'])

function idProblem(id: string): string | undefined {
  if (reserved.has(id)) return 'an id must not be all, default or none: these select several lists'
  const isOne = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) && id.length <= 60
  return isOne ? undefined : 'an id must consist of a-z, 0-9 and single dashes, at most 60 characters'
}

type AddError = (path: readonly PropertyKey[], what: string) => void

/** Parses a list; undefined when it is invalid, after reporting why. */
function parseList(value: unknown, report: AddError): Declaration | undefined {
  if (typeof value !== 'object' || value === null) {
    report([], 'must be a map with name, one of feed, json and page, and the keys of that kind, each on its own line')
    return undefined
  }
  const kind = detectKind(value, report)
  if (kind === undefined) return undefined
  const { data, error } = schemasByKind[kind].safeParse(value)
  for (const issue of error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') reportUnknownKeys(issue.keys, keysByKind[kind], report)
    else report(issue.path, issue.message)
  }
  return data
}

function detectKind(value: object, report: AddError): ListKind | undefined {
  const [kind, ...others] = kinds.filter((one) => Object.hasOwn(value, one))
  const choice = 'a list needs exactly one of feed, json and page, with its URL'
  for (const other of others) report([other], `conflicts with ${kind}; ${choice}`)
  if (kind !== undefined) return others.length > 0 ? undefined : kind
  report([], choice)
  const all = [...new Set(Object.values(keysByKind).flat())]
  const unknown = Object.keys(value).filter((key) => !all.includes(key))
  reportUnknownKeys(unknown, [...all, 'engine'], report)
  return undefined
}

function reportUnknownKeys(unknown: readonly string[], allowed: readonly string[], report: AddError): void {
  for (const key of unknown) report([key], `unknown key; ${didYouMean(key, allowed)}`)
}

function toFamily(id: string, { name, subtitle, home, column, color, ...declared }: Declaration): Family {
  const { type, interval, enabled } = declared
  const list: List = {
    ...(subtitle === undefined ? {} : { title: subtitle }),
    type,
    interval,
    isOff: !enabled,
    limits,
    async ask(io) {
      const items = await declared.ask(io)
      return type === 'realtime' ? newestFirst(items, io.now) : items
    },
  }
  return { name, home, column, color, lists: { [id]: list } }
}
