// Reads an operator's file of hot lists (feeds, JSON, pages) into families, or reports all errors at once.
import type { Family, List } from '../hot-list.ts'
import { newestFirst } from '../sites/newest-first.ts'
import { type Declaration, type Kind, keys, kinds, schemas } from './declaration.ts'
import { insteadOf, linesOf, type Mistake } from './mistakes.ts'
import { readYamlMap } from './yaml-map.ts'

/** Generous time limits: these sites are not measured, and some are small or generate feeds on demand. */
const limits = { attemptMs: 10_000, askMs: 25_000 } as const

const mostBytes = 1024 * 1024
const mostLists = 500

/**
 * Reads declared lists (docs/own-lists.md) into one family per list, named after its id. `where` is the file name in messages;
 * `taken` returns why an id is not free, as the end of a sentence.
 * @throws Error with one line per error that names file, line and key. Values are never quoted: they may be secret.
 */
export function readDeclaredLists(
  text: string,
  where: string,
  taken: (id: string) => string | undefined,
): ReadonlyMap<string, Family> {
  const { families, mistakes } = read(text, taken)
  if (mistakes.length > 0) throw new Error(linesOf(mistakes, where).join('\n'))
  return families
}

interface Read {
  readonly families: ReadonlyMap<string, Family>
  readonly mistakes: readonly Mistake[]
}

function read(text: string, taken: (id: string) => string | undefined): Read {
  const families = new Map<string, Family>()
  if (Buffer.byteLength(text) > mostBytes) return { families, mistakes: [{ path: [], what: 'must be at most 1 MB' }] }
  const { values, lineOf, mistakes: unplaced, isBroken } = readYamlMap(text)
  const notYaml = unplaced.map((mistake) => placed(mistake, text))
  // After a syntax error, keys that were not parsed would be reported as missing.
  if (isBroken) return { families, mistakes: notYaml }
  const mistakes = [...notYaml]
  const say = (path: readonly PropertyKey[], what: string) => mistakes.push({ line: lineOf(path), path, what })
  if (values.size > mostLists) {
    say([], `must hold at most ${mostLists} lists; it holds ${values.size}`)
    return { families, mistakes }
  }
  for (const [id, value] of values) {
    const what = notAnId(id) ?? taken(id)
    if (what !== undefined) say([id], what)
    const declared = readList(value, (path, wrong) => say([id, ...path], wrong))
    if (declared) families.set(id, familyOf(id, declared))
  }
  return { families, mistakes }
}

const allKeys = [...new Set(Object.values(keys).flat())]

/** Adds the list and key that appear to be at the line of an error. */
function placed(mistake: Mistake, text: string): Mistake {
  if (mistake.line === undefined || mistake.path.length > 0) return mistake
  const lines = text.split('\n').slice(0, mistake.line)
  const isOfNone = /^[^\sa-z0-9]/.test(lines.at(-1) ?? '')
  const id = isOfNone
    ? undefined
    : lines.map((line) => /^([a-z0-9-]{1,60}):/.exec(line)?.[1]).findLast((one) => one !== undefined)
  // Any other word may be part of a secret.
  const key = allKeys.find((one) => one === /^\s+(\w+)/.exec(lines.at(-1) ?? '')?.[1])
  return { ...mistake, path: [id, key].filter((part) => part !== undefined) }
}

/** Words that ENABLED_SOURCES uses for several lists. */
const reserved = new Set(['all', 'default', 'none'])

function notAnId(id: string): string | undefined {
  if (reserved.has(id)) return 'an id must not be all, default or none: these select several lists'
  const isOne = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) && id.length <= 60
  return isOne ? undefined : 'an id must consist of a-z, 0-9 and single dashes, at most 60 characters'
}

type Say = (path: readonly PropertyKey[], what: string) => void

/** Parses a list; undefined when it is invalid, after reporting why. */
function readList(value: unknown, say: Say): Declaration | undefined {
  if (typeof value !== 'object' || value === null) {
    say([], 'must be a map with name, one of feed, json and page, and the keys of that kind, each on its own line')
    return undefined
  }
  const kind = kindOf(value, say)
  if (kind === undefined) return undefined
  const { data, error } = schemas[kind].safeParse(value)
  for (const issue of error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') sayUnknown(issue.keys, keys[kind], say)
    else say(issue.path, issue.message)
  }
  return data
}

function kindOf(value: object, say: Say): Kind | undefined {
  const [kind, ...others] = kinds.filter((one) => Object.hasOwn(value, one))
  const choice = 'a list needs exactly one of feed, json and page, with its URL'
  for (const other of others) say([other], `conflicts with ${kind}; ${choice}`)
  if (kind !== undefined) return others.length > 0 ? undefined : kind
  say([], choice)
  const all = [...new Set(Object.values(keys).flat())]
  const unknown = Object.keys(value).filter((key) => !all.includes(key))
  sayUnknown(unknown, all, say)
  return undefined
}

function sayUnknown(unknown: readonly string[], allowed: readonly string[], say: Say): void {
  for (const key of unknown) say([key], `unknown key; ${insteadOf(key, allowed)}`)
}

function familyOf(id: string, { name, subtitle, home, column, color, ...declared }: Declaration): Family {
  const { type, interval, enabled } = declared
  const list: List = {
    ...(subtitle === undefined ? {} : { title: subtitle }),
    type,
    interval,
    isOff: !enabled,
    limits,
    async ask(io) {
      const items = await declared.ask(io)
      return type === 'realtime' ? newestFirst(items) : items
    },
  }
  return { name, home, column, color, lists: { [id]: list } }
}
