// The fixtures as samples: what upstreams answered when a source was written, for comparing with what they answer now.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({
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

/** One exchange of a sample. */
export interface SampleExchange {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly contentType: string | undefined
  body(): Uint8Array
}

/** What a source was answered once, and the items that came of it. */
export interface Sample {
  readonly source: string
  readonly exchanges: readonly SampleExchange[]
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

/** The samples of the folders below `root`, by source; none when there is no such folder. A folder that holds no sample is passed over. */
export function readSamples(root: string): ReadonlyMap<string, readonly Sample[]> {
  const services = namesIn(root)
  const folders = services.flatMap((service) => namesIn(join(root, service)).map((name) => join(root, service, name)))
  return Map.groupBy(folders.flatMap(samplesIn), ({ source }) => source)
}

/** No folder holds nothing. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  } catch {
    return []
  }
}

function samplesIn(folder: string): Sample[] {
  const read = (file: string) => readFileSync(join(folder, file))
  const parsed = z.safeParse(
    shape,
    jsonOf(() => read('fixture.json')),
  )
  if (!parsed.success) return []
  const { source, exchanges, alike } = parsed.data
  const played = exchanges.map(({ headers, body, ...exchange }) => ({
    ...exchange,
    contentType: String(headers['content-type'] ?? '') || undefined,
    body: () => read(body),
  }))
  const itemsOf = (file: string) => items.safeParse(jsonOf(() => read(file))).data ?? []
  const others = alike.map(({ source, url, expected }) => ({
    source,
    exchanges: played.map((exchange, at) => (at === played.length - 1 ? { ...exchange, url } : exchange)),
    items: itemsOf(expected),
  }))
  return [{ source, exchanges: played, items: itemsOf('expected.json') }, ...others]
}

/** A fixture somebody is still writing is as good as none: its test says what is wrong with it. */
function jsonOf(read: () => Buffer): unknown {
  try {
    return JSON.parse(read().toString())
  } catch {
    return undefined
  }
}
