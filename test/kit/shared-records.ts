// Records that several processes share, in memory; a test makes writes fail, and tells of changes elsewhere.
import type { SharedRecords } from '../../src/async/shared-record.ts'

export function makeSharedRecords() {
  const stored = new Map<string, Uint8Array>()
  const listeners: (() => void)[] = []
  const state = { isWritable: true }
  const records: SharedRecords = {
    readWithFallback: async (name, read) => {
      const bytes = stored.get(name)
      return bytes && read(bytes)
    },
    write: async (name, bytes) => {
      if (!state.isWritable) return 'unwritten'
      stored.set(name, bytes)
      return 'written'
    },
    onChangedElsewhere: (_name, listener) => void listeners.push(listener),
  }
  return { records, stored, state, changedElsewhere: () => listeners.map((listener) => listener()) }
}
