// Reads an operator's file of hot lists (feeds, JSON, pages) into families, or reports all errors at once.

import { isMap } from '../../parsing/field-selector.ts'
import { type PlainMap, type PlainValue, parseYamlMap } from '../../parsing/parse-yaml.ts'
import { formatErrors, type ValidationError } from '../../parsing/validation-errors.ts'
import type { Family } from '../list-definition.ts'
import { declaredLists, familyOf, listIdsOf, type OurLists, type ResolvedList, type WithEntry } from './entry.ts'
import { type KeyPath, listKeys, type Report, wayKeys } from './keys.ts'

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
  const { lists, mistakes } = readEntries(parseFile(text), { takenReason, ours: new Map() })
  if (mistakes.length > 0) throw new Error(formatErrors(mistakes, fileName).join('\n'))
  return new Map(lists.flatMap(({ id, declared }) => (id !== undefined && declared ? [[id, declared.family]] : [])))
}

/** A list of the file; `id` is undefined when that of its entry cannot be told, and `declared` when it has a mistake. */
export interface FileList {
  readonly entry: string
  readonly id?: string
  readonly declared?: { readonly family: Family; readonly plain: PlainMap } | undefined
}

interface FileContext {
  readonly takenReason: (id: string) => string | undefined
  /** A list of ours, if it is declared too: its keys hold for an operator's list of this id that does not say them. */
  ourList(id: string): Promise<ResolvedList | undefined>
}

/** As `parseDeclaredLists`, but lists without mistakes are there whatever the others are; `sites` are the search sites, as one text. */
export async function readDeclaredLists(text: string, fileName: string, context: FileContext) {
  const parsed = parseFile(text)
  const ids = [...parsed.values].flatMap(([entry, value]) => listIdsOf(entry, value) ?? [])
  const ours = new Map<string, ResolvedList>()
  for (const id of ids) {
    const list = await context.ourList(id)
    if (list) ours.set(id, list)
  }
  const { lists, mistakes, isBroken } = readEntries(parsed, { takenReason: context.takenReason, ours })
  const sites = JSON.stringify([...parsed.values].filter(([, value]) => isSearchSite(value)))
  return { lists, sites, mistakes: formatErrors(mistakes, fileName), isBroken }
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

type ParsedFile = Omit<ReturnType<typeof parseYamlMap>, 'values'> & {
  /** None after a syntax error: keys that were not parsed would be reported as missing. */
  readonly values: ReadonlyMap<string, PlainValue>
}

function parseFile(text: string): ParsedFile {
  if (Buffer.byteLength(text) > maxKilobytes * 1024) {
    const mistakes = [{ path: [], message: `must be at most ${maxKilobytes} KB` }]
    return { values: new Map(), mistakes, isBroken: true, lineOf: () => 1 }
  }
  const parsed = parseYamlMap(text, 'a map of lists: an id and a colon, with its keys indented below')
  // Once for all errors: a file can have one on every line.
  const paths = parsed.mistakes.length === 0 ? [] : pathsOfLines(text)
  const mistakes = parsed.mistakes.map((mistake) =>
    mistake.path.length > 0 ? mistake : { ...mistake, path: paths[(mistake.line ?? 0) - 1] ?? [] },
  )
  return { ...parsed, values: parsed.isBroken ? new Map() : parsed.values, mistakes }
}

type EntryContext = Pick<FileContext, 'takenReason'> & { readonly ours: OurLists }

function readEntries({ values, lineOf, isBroken, ...file }: ParsedFile, { takenReason, ours }: EntryContext) {
  const mistakes = [...file.mistakes]
  const report: Report = (path, message) => mistakes.push({ line: lineOf(path), path, message })
  const check = (path: KeyPath, problem: string | undefined) => problem === undefined || report(path, problem)
  const known = new Set<string>()
  const lists = [...values].flatMap(([entry, value]): FileList[] => {
    if (isSearchSite(value)) return []
    check([entry], idProblem(entry))
    const declared = new Map(declaredLists(entry, value, report, ours).map((list) => [list.id, list]))
    return (listIdsOf(entry, value) ?? [undefined]).map((id) => {
      if (id === undefined) return { entry }
      const path = id === entry ? [entry] : [entry, 'lists', id]
      check(path, takenReason(id) ?? (known.has(id) ? 'is a list of this file already' : undefined) ?? idProblem(id))
      known.add(id)
      const list = declared.get(id)
      return isWrong(mistakes, entry, id) || !list ? { entry, id } : { entry, id, declared: ownList(list) }
    })
  })
  if (known.size <= maxLists) return { lists, mistakes, isBroken }
  const message = `must hold at most ${maxLists} lists; it holds ${known.size}`
  return { lists: [], mistakes: [{ line: 1, path: [], message }], isBroken: true }
}

/** Whether src/search/read-members.ts reads an entry. */
function isSearchSite(value: PlainValue): boolean {
  return isMap(value) && Object.hasOwn(value, 'engine')
}

function isWrong(mistakes: readonly ValidationError[], entry: string, id: string): boolean {
  return mistakes.some(({ path: [at, key, list] }) => at === entry && (key !== 'lists' || (list ?? id) === id))
}

function ownList({ plain, ...list }: WithEntry): NonNullable<FileList['declared']> {
  return { family: familyOf([{ ...list, limits: { ...limits, ...list.limits } }]), plain }
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
