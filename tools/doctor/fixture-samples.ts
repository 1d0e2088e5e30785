// Reads the fixtures as samples: recorded replies, to compare with the replies of today.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const fixtureSchema = z.object({
  source: z.string(),
  exchanges: z
    .array(
      z.object({
        method: z.string().default('GET'),
        url: z.url(),
        status: z.int(),
        headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
        body: z.string(),
      }),
    )
    .min(1),
  alike: z
    .array(z.object({ source: z.string(), url: z.url(), expected: z.string().default('expected.json') }))
    .default([]),
})

const items = z.array(z.record(z.string(), z.unknown()))

export interface SampleExchange {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly contentType: string | undefined
  body(): Uint8Array
}

/** The recorded exchanges of a source and the items parsed from them. */
export interface Sample {
  readonly source: string
  readonly exchanges: readonly SampleExchange[]
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

/** Reads the samples of the folders below `root`, by source; empty if `root` does not exist. Other folders are skipped. */
export function readSamples(root: string): ReadonlyMap<string, readonly Sample[]> {
  const services = subfolders(root)
  const folders = services.flatMap((service) =>
    subfolders(join(root, service)).map((name) => join(root, service, name)),
  )
  return Map.groupBy(folders.flatMap(samplesIn), ({ source }) => source)
}

/** The subfolders of a folder; empty if it does not exist. */
function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  } catch {
    return []
  }
}

function samplesIn(folder: string): Sample[] {
  const read = (file: string) => readFileSync(join(folder, file))
  const parsed = z.safeParse(
    fixtureSchema,
    parseJsonOrUndefined(() => read('fixture.json')),
  )
  if (!parsed.success) return []
  const { source, exchanges, alike } = parsed.data
  const played = exchanges.map(({ headers, body, ...exchange }) => ({
    ...exchange,
    contentType: String(headers['content-type'] ?? '') || undefined,
    body: () => read(body),
  }))
  const itemsOf = (file: string) => items.safeParse(parseJsonOrUndefined(() => read(file))).data ?? []
  const others = alike.map(({ source, url, expected }) => ({
    source,
    exchanges: played.map((exchange, at) => (at === played.length - 1 ? { ...exchange, url } : exchange)),
    items: itemsOf(expected),
  }))
  return [{ source, exchanges: played, items: itemsOf('expected.json') }, ...others]
}

/** An unfinished fixture counts as missing: its own test reports what is wrong with it. */
function parseJsonOrUndefined(read: () => Buffer): unknown {
  try {
    return JSON.parse(read().toString())
  } catch {
    return undefined
  }
}
