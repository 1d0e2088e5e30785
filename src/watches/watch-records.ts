// The records of watches: those that callers declared over the API, and the state of each. Other replicas write them too.

import { z } from 'zod'
import { createSharedRecord, type SharedRecords } from '../async/shared-record.ts'
import { watchRequest } from '../contract/watches.ts'
import type { Watch } from './watch.ts'
import { emptyState, parseState, type WatchState } from './watch-state.ts'

const recordName = 'watches.json'

/** The declarations by owner and name. */
const shape = z.record(z.string(), z.record(z.string(), z.unknown()))
type Declarations = z.infer<typeof shape>

/** Opens the record. @throws Error with a sentence when it cannot be read: starting without it would lose it at the next change. */
export async function openDeclaredWatches(records: SharedRecords) {
  let declarations: Declarations = {}
  let watches: readonly Watch[] = []
  const record = createSharedRecord<Declarations>({
    name: recordName,
    records,
    read: async () => (await records.read(recordName, parse)) ?? {},
    serialize: (value) => JSON.stringify(value),
    apply(value) {
      declarations = value
      watches = Object.entries(value).flatMap(([owner, own]) => watchesOf(owner, own))
    },
  })
  await record.load()
  record.follow()

  const update = (owner: string, change: (own: Declarations[string]) => Declarations[string]) =>
    record.update(() => {
      const next = { ...declarations, [owner]: change(declarations[owner] ?? {}) }
      return { next, result: true }
    })

  return {
    all: () => watches,
    /** Adds or replaces a watch; resolves to whether it is stored. */
    put: ({ owner, name, isPublic: _public, ...request }: Watch): Promise<boolean | undefined> =>
      update(owner, (own) => ({ ...own, [name]: request })),
    remove: (owner: string, name: string): Promise<boolean | undefined> =>
      update(owner, ({ [name]: _removed, ...others }) => others),
  }
}

function parse(bytes: Uint8Array): Declarations {
  const parsed = shape.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
  if (!parsed.success) throw new Error(`${recordName} must be a JSON object of the watches of each owner`)
  return parsed.data
}

function watchesOf(owner: string, own: Declarations[string]): Watch[] {
  return Object.entries(own).flatMap(([name, declared]) => {
    const { data } = watchRequest.safeParse(declared)
    return data ? [{ ...data, name, owner, isPublic: false }] : []
  })
}

/** Returns a new state, or the same one for no change. May be called again for a state that another replica wrote. */
export type StateChange = (state: WatchState) => WatchState

export type StoredWatchState = ReturnType<typeof createWatchRecord>

export function createWatchRecord(id: string, records: SharedRecords) {
  const name = `watch-${id}.json`
  let state = emptyState()
  let isLoaded = false
  /** Changes that are not written yet, because the store failed. */
  let queued: readonly StateChange[] = []
  const record = createSharedRecord<WatchState>({
    name,
    records,
    read: async () => (await records.read(name, (bytes) => parseState(bytes))) ?? emptyState(),
    serialize: (value) => JSON.stringify(value),
    apply(value) {
      state = value
    },
  })
  const ending = new AbortController()
  record.follow(ending.signal)

  async function load(): Promise<boolean> {
    if (isLoaded) return true
    const [loaded] = await Promise.allSettled([record.load()])
    isLoaded = loaded.status === 'fulfilled'
    return isLoaded
  }

  async function write(change: StateChange): Promise<boolean> {
    if (!(await load())) return false
    const isWritten = await record.update(() => {
      const next = change(state)
      return { next: next === state ? undefined : next, result: true }
    })
    return isWritten === true
  }

  return {
    load,
    /** The stored record. */
    state: (): WatchState => state,
    /** Changes the state; resolves to whether it is stored. */
    change: write,
    /** Changes the state, now or when the store works again. Never rejects. */
    async enqueue(change: StateChange): Promise<void> {
      queued = [...queued, change]
      await this.flush()
    },
    /** Writes what is queued; resolves to whether nothing is left. */
    async flush(): Promise<boolean> {
      const taken = queued
      if (taken.length === 0) return true
      queued = []
      const isWritten = await write((before) => taken.reduce((value, change) => change(value), before))
      if (!isWritten) queued = [...taken, ...queued].slice(-maxQueued)
      return isWritten
    },
    /** Ends following what other processes write. */
    end: () => ending.abort(),
  }
}

/** More are not queued while the store fails: what is still on its list is found again. */
const maxQueued = 1_000
