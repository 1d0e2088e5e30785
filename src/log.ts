// The log: one JSON line an event, or readable lines on a terminal. A leaf: anyone below may use it, it uses nobody.
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { multistream, type Logger as PinoLogger, pino } from 'pino'
import pretty from 'pino-pretty'

/** What the house logs with. */
export type Logger = PinoLogger

export interface Log {
  readonly log: Logger
  /**
   * Waits until all lines are written, but no longer than `mostMs`: nobody may be reading. What is logged after it is lost; what is not
   * written by then does not hold the process either.
   */
  end(mostMs?: number): Promise<void>
}

/** Whoever reads the log has so long for its last lines. */
const lastLinesMs = 1_000

/** So many bytes of lines wait for a reader who is slow; the service does not wait for him, what is more is let go. */
const mostWaitingBytes = 4 * 1024 * 1024

/**
 * Makes the log. `level` is one of those of `LOG_LEVEL`; `readable` is for a person at a terminal, without it each line is one JSON object
 * on standard output. `ring` takes every line from `debug` on, whatever the level.
 */
export function createLog(level: string, readable: boolean, ring?: { write(line: string): void }): Log {
  const { write, end } = openOutput()
  if (!readable) return { log: logTo({ write }, level, ring), end }
  const destination = new Writable({
    decodeStrings: false,
    write(line, _encoding, done) {
      write(String(line))
      done()
    },
  })
  return { log: logTo(pretty({ destination, singleLine: true }), level, ring), end }
}

/** Standard output, for lines: it may be slow, full or gone, but nothing waits for it and nothing fails by it. */
function openOutput() {
  const output = pino.destination({ dest: 1, sync: false, maxLength: mostWaitingBytes })
  const broken = Promise.withResolvers<void>()
  let isOver = false
  // A disk that is full, a terminal that was closed: no reason to stop. Of a broken pipe pino sees to the rest itself.
  output.on('error', () => broken.resolve())
  return {
    write(line: string): void {
      if (!isOver) output.write(line)
    },
    async end(mostMs = lastLinesMs): Promise<void> {
      const written = once(output, 'close').catch(() => undefined)
      output.end()
      await Promise.race([written, broken.promise, pause(mostMs)])
      isOver = true
      // Else what is left is tried again at exit, for ever, in a pipe that is full or broken (sonic-boom 4.2).
      output.flushSync = () => undefined
      output.destroy()
    },
  }
}

function logTo(output: { write(line: string): unknown }, level: string, ring?: { write(line: string): void }): Logger {
  if (ring === undefined) return pino({ level, base: null }, output)
  const shown = level === 'debug' || level === 'info' || level === 'warn' || level === 'error'
  return pino(
    { level: 'debug', base: null },
    multistream([{ level: 'debug', stream: ring }, ...(shown ? [{ level, stream: output }] : [])]),
  )
}
