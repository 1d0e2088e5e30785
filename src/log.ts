// The log: one JSON line per event, or readable lines on a terminal.
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { multistream, type Logger as PinoLogger, pino } from 'pino'
import pretty from 'pino-pretty'

/** The logger used throughout Trawl. */
export type Logger = PinoLogger

export interface Log {
  readonly log: Logger
  /**
   * Waits until all lines are written, at most `mostMs`, because nobody may be reading. Later lines are lost; unwritten ones do not keep the
   * process alive.
   */
  end(mostMs?: number): Promise<void>
}

/** Default time for writing the last lines. */
const lastLinesMs = 1_000

/** Maximum size of lines queued for a slow reader; further lines are dropped. Logging never blocks the server. */
const mostWaitingBytes = 4 * 1024 * 1024

/**
 * Creates the log. `level` is a value of `LOG_LEVEL`; `readable` formats lines for a terminal instead of JSON on standard output. `ring`
 * receives every line from `debug` up, at any level.
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

/** Opens standard output for lines: it may be slow, full or closed, but nothing waits for it or fails because of it. */
function openOutput() {
  const output = pino.destination({ dest: 1, sync: false, maxLength: mostWaitingBytes })
  const broken = Promise.withResolvers<void>()
  let isOver = false
  // A full disk or a closed terminal is no reason to stop. pino handles broken pipes itself.
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
      // Otherwise sonic-boom 4.2 retries the remaining lines at exit forever if the pipe is full or broken.
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
