// Opens a real disk store in a real folder, for a test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { HistoryLimits } from '../../src/store/history/sqlite-database.ts'
import { openTrawlDb } from '../../src/store/trawl-db/client.ts'
import { startThread, type TrawlDbTimings } from '../../src/store/trawl-db/client-parts.ts'
import { sharedPostgres } from './postgres-schemas.ts'

export const noon = Date.UTC(2026, 10, 21, 12)
/** A short pause between retries, and time limits that a busy machine does not exceed, in milliseconds. */
const usual = { gatherMs: 0, retryMs: 30, openMs: 120_000, readMs: 120_000, writeMs: 120_000, closeMs: 120_000 }

interface Settings {
  readonly maxBytes?: number
  /** Keeps a history of lists within these limits. */
  readonly history?: HistoryLimits
  readonly pace?: Partial<TrawlDbTimings>
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The databases for tests that run on both. */
export const databases = ['sqlite', 'postgres'] as const

/** Returns a function that creates empty places for a disk; all tests of a suite share one PostgreSQL. */
export function placesIn(engine: (typeof databases)[number]): () => Promise<string | URL> {
  return engine === 'sqlite' ? async () => newFolder() : sharedPostgres()
}

/** Opens a disk over a folder or a PostgreSQL URL, with its clock, threads and log lines; closes it after the test. */
export async function open(place: string | URL, { maxBytes = 64_000_000, history, pace = {} }: Settings = {}) {
  const lines: string[] = []
  const workers: ReturnType<typeof startThread>[] = []
  const clock = { now: noon }
  const log = {
    warn: (line: string) => void lines.push(`warn: ${line}`),
    info: (line: string) => void lines.push(`info: ${line}`),
    error: (line: string) => void lines.push(`error: ${line}`),
  }
  const at = typeof place === 'string' ? { folder: place } : { database: place }
  const disk = await openTrawlDb(
    { ...at, maxBytes, history, log, epochMs: () => clock.now },
    { ...usual, ...pace },
    (options) => {
      const worker = startThread(options)
      workers.push(worker)
      return worker
    },
  )
  onTestFinished(() => disk.close())
  return { disk, lines, clock, workers }
}

export function bytes(text: string) {
  return new TextEncoder().encode(text)
}

export function answer(text: string, until = noon + 1_000_000) {
  return { at: noon, until, json: bytes(text) }
}

export function textOf(found: { json: Uint8Array } | undefined) {
  return found && Buffer.from(found.json).toString()
}

/** Bytes that do not compress. */
export function noise(length: number, seed = 1): Uint8Array {
  let state = seed
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}
