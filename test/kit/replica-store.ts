// The store of a replica for tests, over a PostgreSQL that others share.
import { onTestFinished } from 'vitest'
import { openStore } from '../../src/store/open-store.ts'

const mb = 1024 * 1024

/** The time of these replicas, which stands still. */
export function now(): number {
  return Date.UTC(2026, 10, 21, 12)
}

/** Opens the store of a replica, with or without its own folder, until the test ends. */
export async function openReplicaStore(url: URL, folder?: string) {
  const lines: string[] = []
  const say = (line: unknown) => void lines.push(String(line))
  const log = { info: say, warn: say, error: say }
  const bytes = { cacheBytes: mb, diskBytes: 16 * mb, databaseBytes: 64 * mb }
  const store = await openStore({ folder, ...bytes, databaseUrl: url, log, epochMs: now })
  onTestFinished(store.close)
  return { ...store, log, lines }
}
