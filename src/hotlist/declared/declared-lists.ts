// An operator's file of hot lists: feeds, JSON and pages become families like ours, or all that is wrong with it is said at once.
import type { Family, List } from '../hot-list.ts'
import { newestFirst } from '../sites/newest-first.ts'
import { type Declaration, type Kind, keys, kinds, schemas } from './declaration.ts'
import { insteadOf, linesOf, type Mistake } from './mistakes.ts'
import { readYamlMap } from './yaml-map.ts'

/** Sites that nobody has measured: small machines, services that make their feeds on demand. */
const limits = { attemptMs: 10_000, askMs: 25_000 } as const

const mostBytes = 1024 * 1024
const mostLists = 500

/**
 * Reads declarations of lists (docs/own-lists.md): a family for each, named for its list. `where` is the name of the file in messages;
 * `taken` says why an id is not free, as the end of a sentence.
 * @throws Error with a line for each mistake, which names file, line and key and never quotes a value.
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
  // What was not understood would be missed.
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

/** A mistake of which only the line is known, with the list and the key that seem to stand there. */
function placed(mistake: Mistake, text: string): Mistake {
  if (mistake.line === undefined || mistake.path.length > 0) return mistake
  const lines = text.split('\n').slice(0, mistake.line)
  const isOfNone = /^[^\sa-z0-9]/.test(lines.at(-1) ?? '')
  const id = isOfNone
    ? undefined
    : lines.map((line) => /^([a-z0-9-]{1,60}):/.exec(line)?.[1]).findLast((one) => one !== undefined)
  // Any other word may be a part of a secret.
  const key = allKeys.find((one) => one === /^\s+(\w+)/.exec(lines.at(-1) ?? '')?.[1])
  return { ...mistake, path: [id, key].filter((part) => part !== undefined) }
}

/** What mean several lists where lists are chosen. */
const reserved = new Set(['all', 'default', 'none'])

function notAnId(id: string): string | undefined {
  if (reserved.has(id)) return 'an id must not be all, default or none: they mean more than one list'
  const isOne = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) && id.length <= 60
  return isOne ? undefined : 'an id must be made of a-z, 0-9 and single dashes, at most 60 of them'
}

type Say = (path: readonly PropertyKey[], what: string) => void

/** The declaration of a list; undefined when it cannot be read, and then why was said. */
function readList(value: unknown, say: Say): Declaration | undefined {
  if (typeof value !== 'object' || value === null) {
    say([], 'must be a map: name, one of feed, json and page, and what belongs to it, each on a line of its own')
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
  const choice = 'a list has one of feed, json and page: the address it is read from'
  for (const other of others) say([other], `${kind} stands there too; ${choice}`)
  if (kind !== undefined) return others.length > 0 ? undefined : kind
  say([], choice)
  const all = [...new Set(Object.values(keys).flat())]
  const unknown = Object.keys(value).filter((key) => !all.includes(key))
  sayUnknown(unknown, all, say)
  return undefined
}

function sayUnknown(unknown: readonly string[], allowed: readonly string[], say: Say): void {
  for (const key of unknown) say([key], `there is no such key; ${insteadOf(key, allowed)}`)
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
