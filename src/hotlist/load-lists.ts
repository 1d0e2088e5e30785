// Loads all hot lists by id: those of the catalogue lazily, when first asked; files that are not in it at once.
import { setImmediate as pause } from 'node:timers/promises'
import { createSerialQueue, type SerialQueue } from '../async/serial-queue.ts'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { hasSettingsFor, unknownSettings } from '../parsing/source-settings.ts'
import { sourceNames } from '../upstream/discover.ts'
import { UpstreamError } from '../upstream/errors.ts'
import {
  buildLists,
  type FamilyRecord,
  type HotList,
  listsFromRecords,
  parseWithSettings,
  readCatalogue,
} from './build-lists.ts'
import written from './catalogue.json' with { type: 'json' }
import { importFamily, listsFolder } from './family-files.ts'
import order from './list-order.json' with { type: 'json' }

type Env = Readonly<Record<string, string | undefined>>
type Log = Pick<Logger, 'warn' | 'error'>

interface ListFolder {
  readonly sources: string
  readonly catalogue: unknown
  /** Ids of the lists that come first, those that most people read before the others. */
  readonly order: readonly string[]
}

const ours: ListFolder = { sources: listsFolder, catalogue: written, order }

/**
 * Finds the hot lists of a folder, by default ours, with their settings from `env`. A family in the catalogue is loaded when one of its
 * lists is first asked, or now if the environment mentions it, so that an invalid setting stops the start. The most-read lists come first.
 * @throws Error for the operator, one line for each invalid setting or definition, and for each id that two families use.
 */
export async function loadHotLists(
  env: Env,
  log: Log,
  { sources, catalogue, order: first }: ListFolder = ours,
): Promise<ReadonlyMap<string, HotList>> {
  const records = new Map(readCatalogue(catalogue).map((record) => [record.family, record]))
  const mistakes: string[] = []
  const loading = { sources, env, log, enqueue: createPausingQueue(), mistakes }
  const lists = new Map<string, HotList>()
  for (const name of await sourceNames(sources)) {
    const record = records.get(name)
    const isLazy = record && !(record.hasSettings && hasSettingsFor(name, env))
    const found = isLazy ? lazyLists(record, loading) : withCataloguePinyin(record, await loadListsNow(name, loading))
    for (const list of found) {
      if (lists.has(list.id)) mistakes.push(`${name}: ${list.id} is a list of ${lists.get(list.id)?.family} too`)
      lists.set(list.id, list)
    }
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  const ordered = first.flatMap((id) => lists.get(id) ?? [])
  return new Map([...ordered.map((list) => [list.id, list] as const), ...lists])
}

interface Loading {
  readonly sources: string
  readonly env: Env
  readonly log: Log
  readonly enqueue: SerialQueue
  readonly mistakes: string[]
}

/** The environment does not mention this family, so its settings are the defaults. */
function lazyLists({ family, lists }: FamilyRecord, { sources, enqueue, log }: Loading): HotList[] {
  const importing = () => importFamily(sources, family, (name, exported) => parseWithSettings(name, exported, {}))
  const load = lazyOnce(() =>
    enqueue(importing).catch((error: unknown) => {
      log.error({ err: error }, 'a family of hot lists cannot be loaded')
      throw new UpstreamError('mismatch', 'its file cannot be loaded; the log says why', { cause: error })
    }),
  )
  return listsFromRecords(family, lists, load)
}

function loadListsNow(name: string, { sources, env, log, mistakes }: Loading): Promise<HotList[]> {
  return importFamily(sources, name, (_name, exported) => {
    for (const stray of unknownSettings(name, exported, env)) log.warn(stray)
    try {
      return buildLists(name, exported, env)
    } catch (error) {
      mistakes.push(`${name}: ${messageOf(error)}`)
      return []
    }
  })
}

function withCataloguePinyin(record: FamilyRecord | undefined, lists: readonly HotList[]): readonly HotList[] {
  const pinyinById = new Map(record?.lists.map(({ id, pinyin }) => [id, pinyin]))
  return lists.map((list) => {
    const pinyin = pinyinById.get(list.id)
    return pinyin === undefined ? list : { ...list, pinyin }
  })
}

/**
 * Runs tasks one after the other, with a pause in which the last result can be used. Imports that start together end together: the first of
 * fifty sites would be asked only after the last import.
 */
function createPausingQueue(): SerialQueue {
  const enqueue = createSerialQueue()
  return (task) => {
    const result = enqueue(task)
    void enqueue(() => pause())
    return result
  }
}

/** Creates a value once, on first use; after a failure the next use tries again. */
function lazyOnce<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined
      throw error
    })
    return created
  }
}
