// Measures an archive of a million links: write rate during searches, search time for Chinese words, and size.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import type { ArchiveStorage } from '../src/store/archive/archive-storage.ts'
import { gramsOfWords } from '../src/store/archive/ngrams.ts'
import type { NewSighting } from '../src/store/archive/types.ts'
import { openArchiveWithThread } from '../test/kit/open-databases.ts'
import { type InventedTitles, inventTitles } from './fake-titles.ts'
import { startAsking } from './processes.ts'
import { quantile, spreadOf } from './statistics.ts'

/** The sizes at which it is searched; the last is the goal's size. */
const sizes = (process.env.BENCH_LINKS ?? '100000,300000,1000000').split(',').map(Number)
const queriesOfAKind = 300
const most = 500
const chunk = 2_000
const sources = Array.from({ length: 116 }, (_, at) => `tg:channel${at}`)
const now = Date.UTC(2026, 10, 20)

interface Kind {
  readonly name: string
  readonly queries: readonly (readonly string[])[]
}

/** Prints the figures at each size, and the time to the first links of streams from the archive alone. */
export async function benchArchive(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-archive-'))
  const log = pino({ level: 'warn' })
  const archive = await openArchiveWithThread(folder, 8 * 2 ** 30, { log, epochMs: () => now })
  const titles = inventTitles(8)
  const kinds = kindsOf(titles)
  console.info(`\nArchive: up to ${most} links a search, ${queriesOfAKind} queries of a kind, by 116 channels`)
  try {
    let count = 0
    for (const size of sizes) {
      const filled = await fill(archive, titles, {
        from: count,
        to: size,
        queries: kinds.flatMap(({ queries }) => queries),
      })
      count = size
      const bytes = await bytesOf(folder, 'trawl.db')
      console.info(
        `  ${size} links: ${(bytes / 2 ** 20).toFixed(0)} MB, ${(bytes / size).toFixed(0)} bytes each; written at ${filled.perSecond.toFixed(0)} a second ` +
          `while a search every ${searchEveryMs} ms took ${spreadOf(filled.tookMs)} ms`,
      )
      for (const kind of kinds) await search(archive, kind)
    }
    await archive.close()
    await streamFromArchive(folder, {
      channels: sources.map((source) => source.slice('tg:'.length)),
      keywords: kinds.flatMap(({ queries }) => queries.map((words) => words.join(' '))),
    })
  } finally {
    await archive.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function kindsOf(titles: InventedTitles): Kind[] {
  const many = (query: (at: number) => readonly string[]) =>
    Array.from({ length: queriesOfAKind }, (_, at) => query(at))
  return [
    { name: 'one character', queries: many((at) => [titles.wordAt(at)[0] ?? '']) },
    { name: 'one word, of the commonest', queries: many((at) => [titles.wordAt(at % 20)]) },
    { name: 'one word, of any', queries: many((at) => [titles.wordAt(at * 7)]) },
    { name: 'two words of a title', queries: many((at) => titles.wordsOf(at * 131).slice(0, 2)) },
    { name: 'three words of a title', queries: many((at) => titles.wordsOf(at * 137).slice(0, 3)) },
    { name: 'a word and 4k', queries: many((at) => [titles.wordAt(at), '4k']) },
  ]
}

const searchEveryMs = 20

interface Filling {
  readonly from: number
  readonly to: number
  readonly queries: Kind['queries']
}

async function fill(archive: ArchiveStorage, titles: InventedTitles, { from, to, queries }: Filling) {
  const tookMs: number[] = []
  const began = performance.now()
  let isDone = false
  const searching = (async () => {
    for (let at = 0; !isDone; at += 1) {
      tookMs.push((await timed(archive, queries[(at * 101) % queries.length] ?? [])).ms)
      await pause(searchEveryMs)
    }
  })()
  for (let at = from; at < to; at += chunk) {
    const here = Array.from({ length: Math.min(chunk, to - at) }, (_, more) => sightingOf(at + more, titles))
    archive.keep(here)
    // The write queue is bounded; wait so that no entry is dropped.
    while (at + chunk - archive.size().shares > 10 * chunk) await pause(2)
  }
  while (archive.size().shares < to) await pause(5)
  const perSecond = ((to - from) * 1000) / (performance.now() - began)
  isDone = true
  await searching
  return { perSecond, tookMs }
}

function sightingOf(at: number, titles: InventedTitles): NewSighting {
  const title = titles.titleAt(at)
  const code = at.toString(16).padStart(12, '0')
  return {
    key: `quark:${code}`,
    type: 'quark',
    url: `https://pan.quark.cn/s/${code}`,
    password: '',
    source: sources[at % sources.length] ?? '',
    post: `${at}`,
    title,
    heading: '',
    at: now - ((at * 7_919) % 10_000) * 60_000,
    searchText: title.toLowerCase(),
  }
}

async function timed(archive: ArchiveStorage, words: readonly string[]) {
  const began = performance.now()
  const found = await archive.find({ ways: [gramsOfWords(words)], types: undefined, sources, most })
  return { ms: performance.now() - began, count: found?.length ?? 0 }
}

async function search(archive: ArchiveStorage, { name, queries }: Kind): Promise<void> {
  const took: number[] = []
  const counts: number[] = []
  for (const words of queries) {
    const { ms, count } = await timed(archive, words)
    took.push(ms)
    counts.push(count)
  }
  const isIn = quantile(took, 0.99) < 25
  const hits = `${quantile(counts, 0.5)} hits (${Math.min(...counts)}–${Math.max(...counts)})`
  console.info(
    `    ${name.padEnd(28)} p50 ${quantile(took, 0.5).toFixed(2)} p99 ${quantile(took, 0.99).toFixed(2)} ms; ${hits}; goal p99 25 ms: ${isIn ? 'met' : 'missed'}`,
  )
}

async function bytesOf(folder: string, name: string): Promise<number> {
  const sizesOf = [name, `${name}-wal`].map((file) =>
    stat(join(folder, file)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizesOf)).reduce((sum, size) => sum + size, 0)
}

const streams = 100

interface Streamed {
  readonly channels: readonly string[]
  readonly keywords: readonly string[]
}

/**
 * Starts the service over the archive in a folder, with every upstream down, and prints the time to first links of its
 * streams.
 */
async function streamFromArchive(folder: string, { channels: names, keywords }: Streamed): Promise<void> {
  const channels = names.join()
  const settings = {
    DATA_DIR: folder,
    DISK_MB: '16384',
    CHANNELS: channels,
    ENABLED_PLUGINS: 'none',
    RATE_LIMITS: 'off',
  }
  const trawl = await startAsking('http://127.0.0.1:9', settings)
  try {
    const took: number[] = []
    for (let at = 0; at < streams; at += 1) {
      const kw = keywords[(at * 37) % keywords.length] ?? ''
      const ms = await firstLinks(`${trawl.url}/api/search/stream?${new URLSearchParams({ kw })}`)
      if (ms !== undefined) took.push(ms)
    }
    console.info(
      `  the service, every upstream down: from the request to the first links of a stream ${spreadOf(took)} ms, ${took.length} of ${streams} streams; goal p50 20 ms`,
    )
  } finally {
    await trawl.stop()
  }
}

async function firstLinks(url: string): Promise<number | undefined> {
  const began = performance.now()
  const leaving = new AbortController()
  const response = await fetch(url, { signal: leaving.signal })
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (!text.includes('event: links')) continue
    leaving.abort()
    return performance.now() - began
  }
  return undefined
}
