// Test sources that report the process that parses for them, and misbehave on demand. Run as a program, this file is that process.

import { existsSync } from 'node:fs'
import { setImmediate as pause } from 'node:timers/promises'
import { z } from 'zod'
import { UpstreamError } from '../../src/upstream/errors.ts'
import { exitWithParent, serveParser } from '../../src/upstream/parser-process/serve-parser.ts'
import type { Io, Source } from '../../src/upstream/source.ts'

/** Addresses that the source asks. */
export interface ParserQuery {
  readonly urls: readonly string[]
  /** `waits busily` loops until this file exists. */
  readonly stopFile?: string
}

export interface ParserItem {
  readonly pid: number
  readonly said: unknown
}

const rows = z.object({ rows: z.array(z.object({ n: z.number() })) })
const dayMs = 86_400_000
/** Upper bound of the busy loop, in milliseconds. */
const maxBusyMs = 30_000

const ways: Readonly<Record<string, (io: Io, query: ParserQuery) => Promise<unknown>>> = {
  text: async (io, { urls: [url = ''] }) => (await io.text(url)).length,
  json: async (io, { urls: [url = ''] }) => (await io.json(url, rows)).rows.length,
  html: async (io, { urls: [url = ''] }) => (await io.html(url))('b').length,
  feed: async (io, { urls: [url = ''] }) => (await io.feed(url)).map(({ title }) => title.length),
  all: async (io, { urls }) => (await Promise.all(urls.map((url) => io.text(url)))).map((text) => text.length),
  some: async (io, { urls }) => (await io.some(urls.map((url) => io.text(url)))).map((text) => text.length),
  firstOf: async (io, { urls }) =>
    io.firstOf(urls.map((url) => async (own: Io) => String((await own.text(url)).length))),
  catching: async (io, { urls: [url = ''] }) =>
    io.text(url).then(
      (text) => text.length,
      () => 'caught',
    ),
  remembering: async (io, { urls: [token = '', url = ''] }) => {
    const shape = z.string()
    const made = { key: 'token', forMs: dayMs, shape, make: async () => (await io.text(token)).slice(0, 5) }
    const value = await io.remembered(made)
    return [value, (await io.text(url)).length]
  },
  copy: async (io, { urls: [url = ''] }) =>
    io.copy({
      url,
      everyMs: dayMs,
      read(bytes) {
        const text = Buffer.from(bytes).toString()
        if (text.startsWith('hoard')) hoard()
        if (!text.endsWith('.')) throw new UpstreamError('mismatch', 'cut off')
        return [text.slice(0, 3), text.length, process.pid]
      },
    }),
  blocked: async (io, { urls: [url = ''] }) => {
    throw new UpstreamError('blocked', `too many of ${(await io.text(url)).length}`, { retryAfterMs: 7, status: 429 })
  },
  'throws a bug': async (io, { urls: [url = ''] }) => {
    throw new TypeError(`of ${(await io.text(url)).length}`)
  },
  'throws where nobody catches': async (io, { urls: [url = ''] }) => {
    await io.text(url)
    setImmediate(() => {
      throw new Error('nobody catches this')
    })
    return pause()
  },
  loops: async (io, { urls: [url = '', second = ''] }) => {
    await io.text(url)
    await io.text(second)
    for (;;) Math.hypot(1, 1)
  },
  hoards: async (io, { urls: [url = '', second = ''] }) => {
    await io.text(url)
    await io.text(second)
    return hoard()
  },
  'waits busily': async (io, { urls: [url = ''], stopFile = '' }) => {
    await io.text(url)
    const until = performance.now() + maxBusyMs
    while (performance.now() < until) if (existsSync(stopFile)) return 'stopped'
    return 'nobody can say stop'
  },
}

function hoard(): never {
  const all: unknown[] = []
  for (;;) all.push({ at: [all.length] })
}

/** The sources by name; each has its own time limit. */
const parserSources: ReadonlyMap<string, Source<ParserQuery, ParserItem>> = new Map(
  Object.entries(ways).map(([id, way]) => [
    id,
    {
      id,
      home: 'https://parser.test/',
      limits: { attempts: 1, askMs: 60_000, attemptMs: 60_000 },
      keyOf: ({ urls }) => urls.join(' '),
      ask: async (query, io) => [{ pid: process.pid, said: await way(io, query) }],
    },
  ]),
)

/** The source of this name. @throws when there is none. */
export function parserSource(id: string): Source<ParserQuery, ParserItem> {
  const source = parserSources.get(id)
  if (!source) throw new Error(`there is no source ${id}`)
  return source
}

if (import.meta.main) {
  exitWithParent()
  serveParser(async (id) => parserSource(id))
}
