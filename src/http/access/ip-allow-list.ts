// The IP allow list: addresses that may send requests, persisted across restarts. An empty list allows everybody.

import { z } from 'zod'
import { messageOf } from '../../observability/error-message.ts'
import { badRequest, RequestError } from '../errors.ts'
import { createCidrMatcher, parseCidr } from './ip-ranges.ts'

const fileName = 'allow-list.json'
/** Maximum number of entries. */
export const maxBlocks = 1_000

export interface AllowList {
  /** The normalised blocks in insertion order. */
  blocks(): readonly string[]
  /** May this address send requests? An empty list allows all; otherwise a client without an address is rejected. */
  allows(address: string | undefined): boolean
  /**
   * Adds blocks, as `readBlocks` returns them; existing ones keep their position. Resolves once the list is stored.
   * @throws RequestError 400 if the list would get too long, 500 if it could not be stored; the list is then unchanged.
   */
  add(blocks: readonly string[]): Promise<void>
  /**
   * Removes blocks. Resolves once the list is stored.
   * @throws RequestError 404 if one of them is not listed, 500 if the list could not be stored; the list is then unchanged.
   */
  remove(blocks: readonly string[]): Promise<void>
}

/** Storage that the list is written to. */
interface WritableStorage {
  /** Resolves to the result; `changed`: another process has written a version not read here yet, and nothing was written. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
}

/** Storage that keeps the list across restarts. */
export interface AllowListStorage extends WritableStorage {
  /** The stored value as parsed by `read`; undefined if there is none. Rejects if it cannot be read, or if `read` throws. */
  readWithFallback<Value>(name: string, read: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /** Adds a listener for writes under this name by other processes; it may also be called without one. */
  onChangedElsewhere(name: string, listener: () => void): void
}

/**
 * Normalises blocks entered by people and removes duplicates.
 * @throws RequestError 400 naming the parameter and the entry that is neither an address nor a block.
 */
export function readBlocks(parameter: string, entries: readonly string[]): string[] {
  const blocks = entries.map((text) => {
    const block = parseCidr(text)
    if (block !== undefined) return block
    throw badRequest(parameter, `${JSON.stringify(text)} must be an IPv4 or IPv6 address or a block like 10.0.0.0/8`)
  })
  return [...new Set(blocks)]
}

/** Creates the test whether an address is allowed by the blocks of a list. */
function createAllowTest(blocks: readonly string[]): AllowList['allows'] {
  const matches = createCidrMatcher(blocks)
  return (address) => blocks.length === 0 || (address !== undefined && matches(address))
}

/** Creates a list with the entries `first`, written to `storage` on every change. For a single writer only. */
export function createAllowList(storage: WritableStorage, first: readonly string[] = []): AllowList {
  return createReloadableList(storage, first, async () => first).list
}

/** Maximum attempts to write when other replicas write at the same time. */
const maxAttempts = 50

/** Creates a list and a function that reloads it with `saved`. */
function createReloadableList(
  storage: WritableStorage,
  first: readonly string[],
  saved: () => Promise<readonly string[]>,
) {
  let current = { blocks: first, allows: createAllowTest(first) }
  let latest: Promise<unknown> = Promise.resolve()

  /** Stores the blocks. Returns false if another replica has written meanwhile: the change must then be applied to its version. */
  async function save(blocks: readonly string[]): Promise<boolean> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(blocks, null, 2)}\n`)
    const written = await storage.write(fileName, bytes)
    if (written === 'unwritten') throw storeError()
    apply(written === 'written' ? blocks : await saved().catch(throwStoreError))
    return written === 'written'
  }

  function apply(blocks: readonly string[]): void {
    current = { blocks, allows: createAllowTest(blocks) }
  }

  /** Runs changes one at a time; concurrent ones would overwrite each other. */
  function runSerially(task: () => Promise<void>): Promise<void> {
    const done = latest.then(task)
    latest = done.catch(() => undefined)
    return done
  }

  function change(to: (before: readonly string[]) => readonly string[]): Promise<void> {
    return runSerially(async () => {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const next = to(current.blocks)
        if (next.length === current.blocks.length || (await save(next))) return
      }
      throw storeError()
    })
  }

  async function reload(): Promise<void> {
    const blocks = await saved()
    if (blocks.join() !== current.blocks.join()) apply(blocks)
  }

  const list: AllowList = {
    blocks: () => current.blocks,
    allows: (address) => current.allows(address),
    add: (added) => change((before) => withinBounds([...new Set([...before, ...added])])),
    remove: (removed) => change((before) => without(before, removed)),
  }
  return { list, reload: () => runSerially(reload) }
}

function storeError(): RequestError {
  return new RequestError(500, 'allow list: the change could not be stored and was not applied')
}

/** The version written by another replica cannot be read; the store logs the reason. */
function throwStoreError(): never {
  throw storeError()
}

function withinBounds(blocks: readonly string[]): readonly string[] {
  if (blocks.length <= maxBlocks) return blocks
  throw new RequestError(400, `allow list: would hold ${blocks.length} entries; at most ${maxBlocks} are allowed`)
}

function without(blocks: readonly string[], removed: readonly string[]): readonly string[] {
  const missing = removed.find((block) => !blocks.includes(block))
  if (missing !== undefined) throw new RequestError(404, `allow list: ${missing} is not on it`)
  return blocks.filter((block) => !removed.includes(block))
}

/**
 * Loads the stored list, or an empty one if there is none, and follows changes by other processes. While their version cannot be read, the
 * list stays as it was.
 * @throws Error with a user-readable message if a stored list cannot be read: starting without it would allow everybody.
 */
export async function openAllowList(storage: AllowListStorage): Promise<AllowList> {
  try {
    const saved = () => readSavedFrom(storage)
    const { list, reload } = createReloadableList(storage, await saved(), saved)
    // The store logs read errors.
    storage.onChangedElsewhere(fileName, () => void reload().catch(() => undefined))
    return list
  } catch (error) {
    const reason = messageOf(error)
    throw new Error(
      `the allow list cannot be read: ${reason}; repair it, or write the list to ${fileName} in DATA_DIR as a JSON array ([] allows everybody)`,
      { cause: error },
    )
  }
}

async function readSavedFrom(storage: AllowListStorage): Promise<readonly string[]> {
  return (await storage.readWithFallback(fileName, readSaved)) ?? []
}

function readSaved(bytes: Uint8Array): readonly string[] {
  const entries = z.array(z.string()).safeParse(JSON.parse(new TextDecoder().decode(bytes)))
  if (!entries.success) throw new Error(`${fileName} must be a JSON array of addresses and blocks`)
  return withinBounds(readBlocks(fileName, entries.data))
}
