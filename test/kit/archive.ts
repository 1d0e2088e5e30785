// Sightings and archives in real folders, for tests.
import { onTestFinished } from 'vitest'
import type { KeptSighting, SightingToKeep, Stretch, WantedSightings } from '../../src/search/archive/sighting.ts'
import { openArchiveDatabase } from '../../src/store/archive-database.ts'
import { startArchiveThread } from '../../src/store/archive-line.ts'
import type { SightingToWrite } from '../../src/store/archive-messages.ts'
import type { ArchiveReading } from '../../src/store/archive-reading.ts'
import { openArchive } from '../../src/store/archive-shelf.ts'
import { noon } from './disk.ts'

/** A sighting of the share `name`; its tokens are the words of its title. */
export function sighting(name: string, title: string, other: Partial<SightingToKeep> = {}): SightingToKeep {
  return {
    ...{ key: `quark:${name}`, type: 'quark', url: `https://pan.quark.cn/s/${name}`, password: '' },
    ...{ source: 'tg:one', post: '1', title, heading: '', at: noon, tokens: title.split(' ') },
    ...other,
  }
}

/** The same on its way to the file. */
export function toWrite(name: string, title: string, other: Partial<SightingToKeep> = {}, seenAt = noon) {
  const { tokens, ...rest } = sighting(name, title, other)
  return { ...rest, text: tokens.join(' '), seenAt } satisfies SightingToWrite
}

/** All that have these words, of the usual sources. */
export function wanted(words: string, other: Partial<WantedSightings> = {}): WantedSightings {
  return { ways: [words.split(' ')], types: undefined, sources: ['tg:one', 'tg:two'], most: 100, ...other }
}

/** The names of the shares, in the order in which they were found. */
export function namesOf(found: readonly Pick<KeptSighting, 'key'>[]): string {
  return found.map(({ key }) => key.slice(key.indexOf(':') + 1)).join(' ')
}

/** All that an open archive has. */
export function allOf(file: Pick<ArchiveReading, 'stretch'>): KeptSighting[] {
  const all: KeptSighting[] = []
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { sightings, next }: Stretch = file.stretch(from)
    all.push(...sightings)
    from = next
  }
  return all
}

/** An open archive without its thread. */
export function openFile(folder: string, maxBytes = 64_000_000, clock = () => 0) {
  const database = openArchiveDatabase(`${folder}/archive.db`, { maxBytes, clock }, false)
  onTestFinished(() => {
    if (isOpen) database.close()
  })
  let isOpen = true
  return {
    ...database,
    close() {
      isOpen = false
      database.close()
    },
  }
}

interface Settings {
  readonly maxBytes?: number
  readonly mostWaiting?: number
  readonly now?: () => number
  readonly mayWrite?: () => boolean
}

/** An archive with its thread, and what it says in the log; closed with the test. */
export async function openShelf(folder: string, settings: Settings = {}) {
  const { maxBytes = 64_000_000, mostWaiting = 50_000, now = () => noon, mayWrite = () => true } = settings
  const lines: string[] = []
  const log = {
    warn: (line: string) => void lines.push(`warn: ${line}`),
    info: (line: string) => void lines.push(`info: ${line}`),
    error: (line: string) => void lines.push(`error: ${line}`),
  }
  const options = { folder, maxBytes, mayWrite, log, now }
  const workers: ReturnType<typeof startArchiveThread>[] = []
  const shelf = await openArchive(options, { retryMs: 30, mostWaiting }, (given) => {
    const worker = startArchiveThread(given)
    workers.push(worker)
    return worker
  })
  onTestFinished(() => shelf.close())
  return { shelf, lines, workers }
}
