// The allow list: the addresses that may ask at all, kept over restarts. An empty list lets in everybody.
import { z } from 'zod'
import { blockOf, createBlockTest } from './addresses.ts'
import { RequestError, refusal } from './errors.ts'

const fileName = 'allow-list.json'
/** A list has at most so many entries. */
export const mostBlocks = 1_000

export interface AllowList {
  /** The blocks in the order in which they were added, each in its one spelling. */
  blocks(): readonly string[]
  /** May this address ask? Everybody may when the list is empty; a client without an address only then. */
  allows(address: string | undefined): boolean
  /**
   * Adds blocks, as `readBlocks` gives them; those that are there already stay where they are. Resolves once all is written down.
   * @throws RequestError 400 when the list would get too long, 500 when it could not be written down; nothing has changed then.
   */
  add(blocks: readonly string[]): Promise<void>
  /**
   * Removes blocks. Resolves once it is written down.
   * @throws RequestError 404 when one of them is not there, 500 when it could not be written down; nothing has changed then.
   */
  remove(blocks: readonly string[]): Promise<void>
  /** From now on a change is done only when `hear` has resolved. */
  onChange(hear: () => Promise<void>): void
}

/** Where the list is written to. */
interface Writing {
  /** Resolves to whether that worked; `changed` says that another process has written what was not read here yet, and nothing was done. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
}

/** Where the list is kept over restarts. */
export interface AllowListShelf extends Writing {
  /** What `read` makes of what is kept; undefined when nothing is. Rejects when something is and cannot be read, `read` throwing at it included. */
  readSurely<Value>(name: string, read: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /** From now on `hear` is called when another process has written under the name, or may have. */
  onChangedElsewhere(name: string, hear: () => void): void
}

/**
 * Blocks as people write them, in their one spelling, each once.
 * @throws RequestError 400 naming the parameter and the entry that is neither an address nor a block.
 */
export function readBlocks(parameter: string, texts: readonly string[]): string[] {
  const blocks = texts.map((text) => {
    const block = blockOf(text)
    if (block !== undefined) return block
    throw refusal(parameter, `${JSON.stringify(text)} must be an IPv4 or IPv6 address or a block like 10.0.0.0/8`)
  })
  return [...new Set(blocks)]
}

/** Makes the test for who may ask, by the blocks of a list: may this address? */
export function createAdmits(blocks: readonly string[]): AllowList['allows'] {
  const holds = createBlockTest(blocks)
  return (address) => blocks.length === 0 || (address !== undefined && holds(address))
}

/** Makes a list that begins with `first` and is written to `shelf` at every change; nobody else writes there. */
export function createAllowList(shelf: Writing, first: readonly string[] = []): AllowList {
  return createChanging(shelf, first, async () => first).list
}

/** So often it is tried to be quicker than other replicas. */
const mostTries = 50

/** A list, and a way to put in its place what is written down already; that is what `saved` gives. */
function createChanging(shelf: Writing, first: readonly string[], saved: () => Promise<readonly string[]>) {
  let held = { blocks: first, allows: createAdmits(first) }
  const hearers: (() => Promise<void>)[] = []
  let latest: Promise<unknown> = Promise.resolve()

  /** Whether it is done; else it is to be done to what another replica has written meanwhile. */
  async function put(blocks: readonly string[]): Promise<boolean> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(blocks, null, 2)}\n`)
    const written = await shelf.write(fileName, bytes)
    if (written === 'unwritten') throw unwritten()
    await hold(written === 'written' ? blocks : await saved().catch(throwUnwritten))
    return written === 'written'
  }

  async function hold(blocks: readonly string[]): Promise<void> {
    held = { blocks, allows: createAdmits(blocks) }
    await Promise.all(hearers.map((hear) => hear()))
  }

  /** One change after the other, or the later of two would undo the earlier. */
  function inTurn(act: () => Promise<void>): Promise<void> {
    const done = latest.then(act)
    latest = done.catch(() => undefined)
    return done
  }

  function change(to: (before: readonly string[]) => readonly string[]): Promise<void> {
    return inTurn(async () => {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const next = to(held.blocks)
        if (next.length === held.blocks.length || (await put(next))) return
      }
      throw unwritten()
    })
  }

  async function takeUp(): Promise<void> {
    const blocks = await saved()
    if (blocks.join() !== held.blocks.join()) await hold(blocks)
  }

  const list: AllowList = {
    blocks: () => held.blocks,
    allows: (address) => held.allows(address),
    onChange: (hear) => void hearers.push(hear),
    add: (added) => change((before) => withinBounds([...new Set([...before, ...added])])),
    remove: (removed) => change((before) => without(before, removed)),
  }
  return { list, takeUp: () => inTurn(takeUp) }
}

function unwritten(): RequestError {
  return new RequestError(500, 'allow list: the change could not be written down, so it does not count')
}

/** What others have written cannot be read: the store says why. */
function throwUnwritten(): never {
  throw unwritten()
}

function withinBounds(blocks: readonly string[]): readonly string[] {
  if (blocks.length <= mostBlocks) return blocks
  throw new RequestError(400, `allow list: would hold ${blocks.length} entries; at most ${mostBlocks} are allowed`)
}

function without(blocks: readonly string[], removed: readonly string[]): readonly string[] {
  const missing = removed.find((block) => !blocks.includes(block))
  if (missing !== undefined) throw new RequestError(404, `allow list: ${missing} is not on it`)
  return blocks.filter((block) => !removed.includes(block))
}

/**
 * Takes up the list that an earlier process left on the shelf; without one, an empty list. What others write is followed; as long as that
 * cannot be read, the list stays as it was.
 * @throws Error with a sentence when there is one that cannot be read: to start without it would let in everybody.
 */
export async function openAllowList(shelf: AllowListShelf): Promise<AllowList> {
  try {
    const saved = () => savedOn(shelf)
    const { list, takeUp } = createChanging(shelf, await saved(), saved)
    // A shelf that cannot be read says so itself.
    shelf.onChangedElsewhere(fileName, () => void takeUp().catch(() => undefined))
    return list
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `the allow list cannot be read: ${reason}; mend that, or write the list to ${fileName} in DATA_DIR as a JSON array, [] to let in everybody`,
      { cause: error },
    )
  }
}

async function savedOn(shelf: AllowListShelf): Promise<readonly string[]> {
  return (await shelf.readSurely(fileName, readSaved)) ?? []
}

function readSaved(bytes: Uint8Array): readonly string[] {
  const texts = z.array(z.string()).safeParse(JSON.parse(new TextDecoder().decode(bytes)))
  if (!texts.success) throw new Error(`${fileName} must be a JSON array of addresses and blocks`)
  return withinBounds(readBlocks(fileName, texts.data))
}
