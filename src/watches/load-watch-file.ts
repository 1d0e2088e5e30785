// Reads an operator's file of watches and notifiers, or reports all errors at once.

import type { Environment } from '../config/env.ts'
import { watchRequest } from '../contract/watches.ts'
import { parseYamlMap } from '../parsing/parse-yaml.ts'
import { didYouMean, formatErrors, type ValidationError } from '../parsing/validation-errors.ts'
import { type DeclaredNotifier, parseNotifier } from './declared-notifier.ts'
import { fileOwner, nameProblem, notifyProblem, type Watch } from './watch.ts'
import { unknownListProblem } from './watches.ts'

export interface WatchFile {
  readonly watches: readonly Watch[]
  readonly notifiers: readonly DeclaredNotifier[]
}

interface FileContext {
  readonly fileName: string
  /** The settings, for secrets that the file names. */
  readonly env: Environment
  /** The ids of the enabled lists. */
  readonly listIds: Pick<ReadonlySet<string>, 'has'>
}

const maxEntries = 200
const sections = ['watches', 'notifiers', 'muted']
const watchKeys = [...Object.keys(watchRequest.shape), 'public']

type Report = (path: readonly PropertyKey[], what: string) => void
type Entries = Readonly<Record<string, unknown>>

/**
 * Reads the file (docs/watched-words.md).
 * @throws Error with one line per error that names file, line and key. Values are never quoted: they may be secret.
 */
export function parseWatchFile(text: string, context: FileContext): WatchFile {
  const form = 'a map with watches and notifiers, and the names of these indented below'
  return readMap(text, form, context.fileName, (values, report) => parseSections(values, context, report))
}

/**
 * Reads the notifiers that an administrator stores, in the form of the section of the file; they name no secrets of the environment.
 * @throws Error as `parseWatchFile` does.
 */
export function parseStoredNotifiers(text: string): readonly DeclaredNotifier[] {
  const form = 'a map of names, with the keys of each notifier indented below'
  return readMap(text, form, 'NOTIFIERS', (values, report) => {
    if (values.size > maxEntries) report([], `must be a map of at most ${maxEntries} names`)
    return parseNotifiers(Object.fromEntries(values), {}, report)
  })
}

/** `form`: what the text must be. @throws Error with one line for each error of the syntax, and each that `parse` reports. */
function readMap<Value>(
  text: string,
  form: string,
  fileName: string,
  parse: (values: ReadonlyMap<string, unknown>, report: Report) => Value,
): Value {
  const { values, lineOf, mistakes: syntax, isBroken } = parseYamlMap(text, form)
  const mistakes: ValidationError[] = [...syntax]
  const report: Report = (path, message) => mistakes.push({ line: lineOf(path), path, message })
  const parsed = parse(isBroken ? new Map() : values, report)
  if (mistakes.length > 0) throw new Error(formatErrors(mistakes, fileName).join('\n'))
  return parsed
}

function parseNotifiers(declared: Entries, env: Environment, report: Report): DeclaredNotifier[] {
  return Object.entries(declared).flatMap(([name, value]) => {
    const at: Report = (path, what) => report([name, ...path], what)
    return isMap(value) ? (parseNotifier(name, value, env, at) ?? []) : notMap(at)
  })
}

function parseSections(values: ReadonlyMap<string, unknown>, context: FileContext, report: Report): WatchFile {
  for (const key of values.keys())
    if (!sections.includes(key)) report([key], `unknown key; ${didYouMean(key, sections)}`)
  const sectionOf = (name: string): Entries => {
    const value = values.has(name) ? values.get(name) : ''
    if (isMap(value) && Object.keys(value).length <= maxEntries) return value
    if (value !== '')
      report([name], `must be a map of at most ${maxEntries} names, with the keys of each indented below`)
    return {}
  }
  const declared = sectionOf('notifiers')
  const notifiers = parseNotifiers(declared, context.env, (path, what) => report(['notifiers', ...path], what))
  const muted = watchRequest.shape.muted.safeParse(values.has('muted') ? values.get('muted') : [])
  for (const { message } of muted.error?.issues ?? []) report(['muted'], message)
  const watches = Object.entries(sectionOf('watches')).flatMap(([name, value]) => {
    const at: Report = (path, what) => report(['watches', name, ...path], what)
    return isMap(value)
      ? parseWatch(name, value, { ...context, muted: muted.data ?? [], notifiers: Object.keys(declared) }, at)
      : notMap(at)
  })
  return { watches, notifiers }
}

function isMap(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function notMap(report: Report): [] {
  report([], 'must be a map: its keys, each on its own line, indented below')
  return []
}

interface WatchContext extends FileContext {
  /** Muted words of all watches of the file. */
  readonly muted: readonly string[]
  readonly notifiers: readonly string[]
}

function parseWatch(
  name: string,
  value: Entries,
  { listIds, muted, notifiers }: WatchContext,
  report: Report,
): Watch[] {
  const wrongName = nameProblem(name)
  if (wrongName !== undefined) report([], `its name ${wrongName}`)
  const { public: shown = 'false', ...fields } = value
  for (const key of Object.keys(fields))
    if (!watchKeys.includes(key)) report([key], `unknown key; ${didYouMean(key, watchKeys)}`)
  if (shown !== 'true' && shown !== 'false') report(['public'], 'must be true or false')
  const { data, error } = watchRequest.safeParse(fields)
  for (const issue of error?.issues ?? []) report(issue.path, issue.message)
  if (!data) return []
  const unknown = unknownListProblem(data.lists, listIds)
  if (unknown !== undefined) report(['lists'], unknown)
  const stray = notifyProblem(data.notify, notifiers)
  if (stray !== undefined) report(['notify'], stray)
  return [{ ...data, muted: [...data.muted, ...muted], name, owner: fileOwner, isPublic: shown === 'true' }]
}
