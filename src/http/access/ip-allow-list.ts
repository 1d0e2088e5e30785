// The IP allow list: addresses that may send requests, persisted across restarts. An empty list allows everybody.
import { z } from 'zod'
import type { SharedRecords } from '../../async/shared-record.ts'
import { messageOf } from '../../observability/error-message.ts'
import { badRequest, RequestError } from '../errors.ts'
import { createStoredValue } from '../stored-value.ts'
import { createCidrMatcher, parseCidr } from './ip-ranges.ts'

const fileName = 'allow-list.json'
const maxBlocks = 1_000

export type AllowList = ReturnType<typeof createAllowList>

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

/** Creates the test whether an address may send requests. An empty list allows all; otherwise a client without an address is rejected. */
function createAllowTest(blocks: readonly string[]): (address: string | undefined) => boolean {
  const matches = createCidrMatcher(blocks)
  return (address) => blocks.length === 0 || (address !== undefined && matches(address))
}

/** Creates a list with the entries `first`, until a stored one is opened. */
export function createAllowList(records: SharedRecords, first: readonly string[] = []) {
  let allows = createAllowTest(first)
  const stored = createStoredValue<readonly string[]>({
    name: fileName,
    records,
    initial: first,
    parse: readSaved,
    onChange(blocks) {
      allows = createAllowTest(blocks)
    },
    notStored: 'allow list: the change could not be stored and was not applied',
  })
  const change = (to: (before: readonly string[]) => readonly string[]) =>
    stored.change((before) => {
      const next = to(before)
      return next.length === before.length ? undefined : next
    })
  return {
    /**
     * Loads the stored list, or an empty one if there is none, and follows changes by other processes. While their version cannot be read, the
     * list stays as it was.
     * @throws (rejects) Error with a user-readable message if a stored list cannot be read: starting without it would allow everybody.
     */
    open: () =>
      stored.open().catch((error: unknown) => {
        throw new Error(`the allow list cannot be read: ${messageOf(error)}`, { cause: error })
      }),
    /** The normalised blocks in insertion order. */
    blocks: stored.get,
    allows: (address: string | undefined) => allows(address),
    /**
     * Adds blocks, as `readBlocks` returns them; existing ones keep their position. Resolves once the list is stored.
     * @throws (rejects) RequestError 400 if the list would get too long, 500 if it could not be stored; the list is then unchanged.
     */
    add: (added: readonly string[]) => change((before) => withinBounds([...new Set([...before, ...added])])),
    /**
     * Removes blocks. Resolves once the list is stored.
     * @throws (rejects) RequestError 404 if one of them is not listed, 500 if the list could not be stored; the list is then unchanged.
     */
    remove: (removed: readonly string[]) => change((before) => without(before, removed)),
  }
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

function readSaved(json: unknown): readonly string[] {
  const entries = z.array(z.string()).safeParse(json)
  if (!entries.success) throw new Error(`${fileName} must be a JSON array of addresses and blocks`)
  return withinBounds(readBlocks(fileName, entries.data))
}
