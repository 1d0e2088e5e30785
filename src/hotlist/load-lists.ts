// All hot lists there are, by id: ours by their catalogue, so that no code is loaded before it is asked; files that are not in it at once.
import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import type { Logger } from '../log.ts'
import { isMentioned, strayNames } from '../reading/settings.ts'
import { importSource, sourceNames } from '../upstream/discover.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { acceptFamily, type HotList, listsOf, withSettings } from './accept-family.ts'
import written from './catalogue.json' with { type: 'json' }
import { type FamilyRecord, readCatalogue } from './catalogue.ts'

type Env = Readonly<Record<string, string | undefined>>
type Log = Pick<Logger, 'warn' | 'error'>

/** Where source files lie, and the catalogue of them as it is written. */
interface ListFolder {
  readonly sources: string
  readonly catalogue: unknown
}

/** The folder of our hot lists, one file a family. */
export const listsFolder: string = join(import.meta.dirname, 'sources')

const ours: ListFolder = { sources: listsFolder, catalogue: written }

/**
 * Finds the hot lists of a folder, ours unless said otherwise, with their settings from `env`. The file of a family that the catalogue
 * knows is loaded when one of its lists is asked, or now when the environment mentions it, so that a wrong setting stops the start.
 * @throws Error in words for the operator, a line for each setting or definition that is wrong, or for an id of two families.
 */
export async function loadHotLists(
  env: Env,
  log: Log,
  { sources, catalogue }: ListFolder = ours,
): Promise<ReadonlyMap<string, HotList>> {
  const records = new Map(readCatalogue(catalogue).map((record) => [record.family, record]))
  const inTurn = createSerialQueue()
  const mistakes: string[] = []
  const lists = new Map<string, HotList>()
  for (const name of await sourceNames(sources)) {
    const record = records.get(name)
    const isForLater = record && !(record.hasSettings && isMentioned(name, env))
    const found = isForLater
      ? lazyLists(sources, record, { inTurn, log })
      : withCataloguePinyin(record, await loadListsNow(sources, name, { env, log, mistakes }))
    for (const list of found) {
      if (lists.has(list.id)) mistakes.push(`${name}: ${list.id} is a list of ${lists.get(list.id)?.family} too`)
      lists.set(list.id, list)
    }
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return lists
}

interface Loading {
  readonly inTurn: <T>(make: () => Promise<T>) => Promise<T>
  readonly log: Log
}

/** The environment says nothing of this family, so its settings are the defaults. */
function lazyLists(sources: string, { family, lists }: FamilyRecord, { inTurn, log }: Loading): HotList[] {
  const importing = () => importSource(sources, family, (name, exported) => withSettings(name, exported, {}))
  const load = lazyOnce(() =>
    inTurn(importing).catch((error: unknown) => {
      log.error({ err: error }, 'a family of hot lists cannot be loaded')
      throw new UpstreamError('mismatch', `its file ${family}.ts cannot be loaded; the log says why`, { cause: error })
    }),
  )
  return listsOf(family, lists, load)
}

interface Hearing {
  readonly env: Env
  readonly log: Log
  readonly mistakes: string[]
}

function loadListsNow(sources: string, name: string, { env, log, mistakes }: Hearing): Promise<HotList[]> {
  return importSource(sources, name, (_name, exported) => {
    for (const stray of strayNames(name, exported, env)) log.warn(stray)
    try {
      return acceptFamily(name, exported, env)
    } catch (error) {
      mistakes.push(`${name}: ${error instanceof Error ? error.message : error}`)
      return []
    }
  })
}

/** What the catalogue knows of names need not be found out. */
function withCataloguePinyin(record: FamilyRecord | undefined, lists: readonly HotList[]): readonly HotList[] {
  const sounds = new Map(record?.lists.map(({ id, pinyin }) => [id, pinyin]))
  return lists.map((list) => {
    const pinyin = sounds.get(list.id)
    return pinyin === undefined ? list : { ...list, pinyin }
  })
}

/**
 * Lets one make its thing after the other, with a pause in which the last can be used. Imports that are begun together end together: the first of
 * fifty sites would be asked when the last has been read.
 */
function createSerialQueue(): Loading['inTurn'] {
  let before: Promise<unknown> = Promise.resolve()
  return (make) => {
    const made = before.then(make)
    before = made.then(
      () => pause(),
      () => pause(),
    )
    return made
  }
}

/** Makes a thing once, when it is first wanted; what could not be made is tried anew. */
function lazyOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
