// Buffers the latest log lines in memory for the log API.
import { z } from 'zod'
import { parseJson } from './parse-json.ts'

const maxLines = 2_000
const maxBytes = 4 * 1024 * 1024
const maxLineBytes = 8 * 1024

/** Log levels in ascending order, with their numbers in log lines. */
const levels = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const
type Level = keyof typeof levels
const levelNames = z.enum(['debug', 'info', 'warn', 'error', 'fatal']).options

const optionalText = z.string().optional().catch(undefined)
const optionalNumber = z.number().optional().catch(undefined)

/** The fields read from a line; others appear on standard output only. */
const fields = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().catch(''),
  source: optionalText,
  requestId: optionalText,
  method: optionalText,
  path: optionalText,
  route: optionalText,
  status: optionalNumber,
  kind: optionalText,
  detail: optionalText,
  ms: optionalNumber,
  bytes: optionalNumber,
  left: z.literal(true).optional().catch(undefined),
  ip: optionalText,
  err: z.object({ message: z.string(), stack: optionalText }).optional().catch(undefined),
  cut: z.literal(true).optional().catch(undefined),
})

/** A parsed log line. `time` is in epoch milliseconds; `cut`: the line was too long and was truncated. */
type LogEntry = Omit<z.output<typeof fields>, 'level' | 'msg'> & { readonly level: Level; readonly message: string }

/** Filter for reading lines. */
interface LogFilter {
  readonly limit: number
  readonly level?: Level | undefined
  /** Only lines about this source. */
  readonly source?: string | undefined
  /** Only requests whose path has this prefix. */
  readonly path?: string | undefined
  /** Only lines since this time, in epoch milliseconds. */
  readonly since?: number | undefined
}

export type LogBuffer = ReturnType<typeof createLogBuffer>

/** Creates a buffer for the last 2,000 lines, or fewer if these exceed 4 MB. Lines over 8 KB are truncated. */
export function createLogBuffer() {
  const lines: string[] = []
  let total = 0

  return {
    /** Adds a log line, a JSON object. */
    write(rawLine: string): void {
      const line = Buffer.byteLength(rawLine) > maxLineBytes ? shortenLine(rawLine) : rawLine
      lines.push(line)
      total += Buffer.byteLength(line)
      while (lines.length > maxLines || total > maxBytes) total -= Buffer.byteLength(lines.shift() ?? '')
    },
    /** Returns matching lines, newest first. */
    read(filter: LogFilter): LogEntry[] {
      const entries: LogEntry[] = []
      for (let at = lines.length - 1; at >= 0 && entries.length < filter.limit; at -= 1) {
        const entry = parseIfMatching(lines[at] ?? '', filter)
        if (entry !== undefined) entries.push(entry)
      }
      return entries
    },
    /** Number of buffered lines, in total and by level. */
    stats(): { total: number; byLevel: Record<Level, number> } {
      const byLevel = { debug: 0, info: 0, warn: 0, error: 0, fatal: 0 }
      for (const line of lines) byLevel[levelFor(parseStart(line).level)] += 1
      return { total: lines.length, byLevel }
    },
  }
}

/** Reads the first fields of a line without parsing all of it. */
function parseStart(line: string): { readonly level: number; readonly time: number } {
  const [, level = '', time = ''] = /^\{"level":(\d+),"time":(\d+)/.exec(line) ?? []
  return { level: Number(level), time: Number(time) }
}

function levelFor(number: number): Level {
  return levelNames.findLast((name) => levels[name] <= number) ?? 'debug'
}

function parseIfMatching(line: string, { level = 'debug', source, path, since = 0 }: LogFilter): LogEntry | undefined {
  const start = parseStart(line)
  if (start.level < levels[level] || start.time < since) return undefined
  const read = fields.safeParse(parseJson(line))
  if (!read.success) return undefined
  const isMatch =
    (source === undefined || read.data.source === source) && (path === undefined || read.data.path?.startsWith(path))
  if (!isMatch) return undefined
  const { level: number, msg, time, ...otherFields } = read.data
  return { time, level: levelFor(number), message: msg, ...otherFields }
}

/** Shortens the texts of a line until it fits: the length in JSON is known only after serializing. */
function shortenLine(line: string): string {
  const { data } = fields.safeParse(parseJson(line))
  if (!data) return '{"level":30,"time":0,"msg":"a line that was too long","cut":true}'
  const shortened = (maxLength: number) =>
    JSON.stringify({ ...data, cut: true }, (_name, value: unknown) =>
      typeof value === 'string' ? value.slice(0, maxLength) : value,
    )
  const longer = shortened(1_024)
  return Buffer.byteLength(longer) <= maxLineBytes ? longer : shortened(100)
}
