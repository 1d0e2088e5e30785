// Reads an operator's file of hot lists (feeds, JSON, pages) into families, or reports all errors at once.
import { type PlainValue, parseYamlMap } from '../../parsing/parse-yaml.ts'
import { formatErrors, type ValidationError } from '../../parsing/validation-errors.ts'
import type { Family } from '../list-definition.ts'
import { declaredLists, familyOf } from './declaration.ts'
import type { KeyPath, Report } from './entry.ts'
import { listKeys, wayKeys } from './keys.ts'
import { isMap } from './placeholders.ts'

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
  const { families, mistakes } = parseFile(text, takenReason)
  if (mistakes.length > 0) throw new Error(formatErrors(mistakes, fileName).join('\n'))
  return families
}

/**
 * Reads the file of a built-in family: one entry with its name.
 * @throws Error with one line per error that names file, line and key.
 */
export function parseFamilyFile(text: string, fileName: string, family: string): Family {
  const { values, lineOf, mistakes: syntaxErrors } = parseYamlMap(text, 'a map with the entry of the family')
  const mistakes = [...syntaxErrors]
  const report: Report = (path, message) => mistakes.push({ line: lineOf(path), path, message })
  const lists = [...values].flatMap(([id, value]) => {
    if (id === family) return declaredLists(id, value, report)
    report([id], `must be ${family}, the name of the file`)
    return []
  })
  if (mistakes.length > 0) throw new Error(formatErrors(mistakes, fileName).join('\n'))
  return familyOf(lists)
}

interface ParsedFile {
  readonly families: ReadonlyMap<string, Family>
  readonly mistakes: readonly ValidationError[]
}

function parseFile(text: string, takenReason: (id: string) => string | undefined): ParsedFile {
  const nothing = new Map<string, Family>()
  if (Buffer.byteLength(text) > maxKilobytes * 1024)
    return { families: nothing, mistakes: [{ path: [], message: `must be at most ${maxKilobytes} KB` }] }
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
  if (isBroken) return { families: nothing, mistakes: syntaxErrors }
  const mistakes = [...syntaxErrors]
  const families = readEntries(values, takenReason, (path, message) =>
    mistakes.push({ line: lineOf(path), path, message }),
  )
  if (families.size <= maxLists) return { families, mistakes }
  const message = `must hold at most ${maxLists} lists; it holds ${families.size}`
  return { families: nothing, mistakes: [{ line: 1, path: [], message }] }
}

function readEntries(
  values: ReadonlyMap<string, PlainValue>,
  takenReason: (id: string) => string | undefined,
  report: Report,
): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>()
  for (const [entry, value] of values) {
    // A search site: src/search/read-members.ts reads it.
    if (isMap(value) && Object.hasOwn(value, 'engine')) continue
    reportIfAny([entry], idProblem(entry), report)
    for (const list of declaredLists(entry, value, report)) {
      const path = list.id === entry ? [entry] : [entry, 'lists', list.id]
      reportIfAny(path, takenReason(list.id) ?? twice(families, list.id) ?? idProblem(list.id), report)
      families.set(list.id, familyOf([{ ...list, limits: { ...limits, ...list.limits } }]))
    }
  }
  return families
}

function reportIfAny(path: KeyPath, what: string | undefined, report: Report): void {
  if (what !== undefined) report(path, what)
}

function twice(families: ReadonlyMap<string, Family>, id: string): string | undefined {
  return families.has(id) ? 'is a list of this file already' : undefined
}

const allKeys = [...new Set([...Object.values(wayKeys).flat(), ...listKeys])]

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
