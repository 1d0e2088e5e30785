// Keeps the state of one watch in a record that other replicas write too.
import type { SharedRecords } from '../async/shared-record.ts'
import { createSharedRecord } from '../async/shared-record.ts'
import { emptyState, parseState, type WatchState } from './watch-state.ts'

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
    isLoaded = await isFulfilled(record.load())
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

function isFulfilled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}

/** More are not queued while the store fails: what is still on its list is found again. */
const maxQueued = 1_000
