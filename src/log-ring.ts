// Buffers the latest log lines in memory for the log API.
import { z } from 'zod'

const mostLines = 2_000
const mostBytes = 4 * 1024 * 1024
const longestBytes = 8 * 1024

/** Log levels in ascending order, with their numbers in log lines. */
const levels = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const
type Level = keyof typeof levels
const levelNames = z.enum(['debug', 'info', 'warn', 'error', 'fatal']).options

const text = z.string().optional().catch(undefined)
const figure = z.number().optional().catch(undefined)

/** The fields read from a line; others appear on standard output only. */
const fields = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().catch(''),
  source: text,
  requestId: text,
  method: text,
  path: text,
  route: text,
  status: figure,
  kind: text,
  detail: text,
  ms: figure,
  bytes: figure,
  left: z.literal(true).optional().catch(undefined),
  ip: text,
  err: z.object({ message: z.string(), stack: text }).optional().catch(undefined),
  cut: z.literal(true).optional().catch(undefined),
})
type Fields = z.output<typeof fields>

/** A parsed log line. `time` is in epoch milliseconds; `cut`: the line was too long and was truncated. */
type Entry = Omit<Fields, 'level' | 'msg'> & { readonly level: Level; readonly message: string }

/** Filter for reading lines. */
interface Wanted {
  /** Maximum number of lines. */
  readonly limit: number
  /** Minimum level. */
  readonly level?: Level | undefined
  /** Only lines about this source. */
  readonly source?: string | undefined
  /** Only requests whose path has this prefix. */
  readonly path?: string | undefined
  /** Only lines since this time, in epoch milliseconds. */
  readonly since?: number | undefined
}

export interface LogRing {
  /** Adds a log line, a JSON object. */
  write(line: string): void
  /** Adds a line that is serialized only when read; until then it counts as `bytes`. */
  writeLater(make: () => string, bytes: number): void
  /** Returns matching lines, newest first. */
  read(wanted: Wanted): Entry[]
  /** Number of buffered lines, in total and by level. */
  stats(): { total: number; byLevel: Record<Level, number> }
}

interface Kept {
  /** The line, or the function that serializes it. */
  line: string | (() => string)
  readonly bytes: number
}

/** Creates a buffer for the last 2,000 lines, or fewer if these exceed 4 MB. Lines over 8 KB are truncated. */
export function createLogRing(): LogRing {
  const kept: Kept[] = []
  let total = 0

  function keep(one: Kept): void {
    kept.push(one)
    total += one.bytes
    while (kept.length > mostLines || total > mostBytes) total -= kept.shift()?.bytes ?? 0
  }

  return {
    write(whole) {
      const line = within(whole)
      keep({ line, bytes: Buffer.byteLength(line) })
    },
    writeLater: (line, bytes) => keep({ line, bytes }),
    read(wanted) {
      const found: Entry[] = []
      for (let at = kept.length - 1; at >= 0 && found.length < wanted.limit; at -= 1) {
        const entry = entryOf(textOf(kept[at]), wanted)
        if (entry !== undefined) found.push(entry)
      }
      return found
    },
    stats() {
      const byLevel = { debug: 0, info: 0, warn: 0, error: 0, fatal: 0 }
      for (const one of kept) byLevel[levelOf(startOf(textOf(one)).level)] += 1
      return { total: kept.length, byLevel }
    },
  }
}

/** Returns the line, serializing it if necessary. */
function textOf(one: Kept | undefined): string {
  if (one === undefined) return ''
  if (typeof one.line !== 'string') one.line = within(one.line())
  return one.line
}

/** Truncates the line if it is too long. */
function within(line: string): string {
  return Buffer.byteLength(line) > longestBytes ? cutLine(line) : line
}

/** Reads the first fields of a line without parsing all of it. */
function startOf(line: string): { readonly level: number; readonly time: number } {
  const [, level = '', time = ''] = /^\{"level":(\d+),"time":(\d+)/.exec(line) ?? []
  return { level: Number(level), time: Number(time) }
}

function levelOf(number: number): Level {
  return levelNames.findLast((name) => levels[name] <= number) ?? 'debug'
}

/** Parses the line if it matches the filter. */
function entryOf(line: string, { level = 'debug', source, path, since = 0 }: Wanted): Entry | undefined {
  const start = startOf(line)
  if (start.level < levels[level] || start.time < since) return undefined
  const read = fields.safeParse(jsonOf(line))
  if (!read.success) return undefined
  const isWanted =
    (source === undefined || read.data.source === source) && (path === undefined || read.data.path?.startsWith(path))
  if (!isWanted) return undefined
  const { level: number, msg, time, ...more } = read.data
  return { time, level: levelOf(number), message: msg, ...more }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Shortens the texts of a line until it fits: the length in JSON is known only after serializing. */
function cutLine(line: string): string {
  const read = fields.safeParse(jsonOf(line))
  if (!read.success) return '{"level":30,"time":0,"msg":"a line that was too long","cut":true}'
  const shorter = [4_096, 1_024, 256, 64].map((most) => JSON.stringify({ ...cutTexts(read.data, most), cut: true }))
  return shorter.find((candidate) => Buffer.byteLength(candidate) <= longestBytes) ?? shorter.at(-1) ?? ''
}

/** Truncates all texts, keeping the order of the fields. */
function cutTexts({ level, time, err, ...more }: Fields, most: number): Record<string, unknown> {
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, most) : value)
  const rest = Object.entries(more).map(([name, value]) => [name, cut(value)] as const)
  const cutError = err && { message: cut(err.message), stack: cut(err.stack) }
  return { level, time, ...Object.fromEntries(rest), err: cutError }
}
