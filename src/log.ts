// The log: one JSON line an event, or readable lines on a terminal. A leaf: anyone below may use it, it uses nobody.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { multistream, type Logger as PinoLogger, pino } from 'pino'
import pretty from 'pino-pretty'

/** What the house logs with. */
export type Logger = PinoLogger

export interface Log {
  readonly log: Logger
  /** Waits until all lines are written, but not for long: nobody may be reading. Nothing can be logged after it. */
  end(): Promise<void>
}

/** Whoever reads the log has so long for its last lines. */
const lastLinesMs = 1_000

/**
 * Makes the log. `level` is one of those of `LOG_LEVEL`; `readable` is for a person at a terminal, without it each line is one JSON object
 * on standard output. `ring` takes every line from `debug` on, whatever the level.
 */
export function createLog(level: string, readable: boolean, ring?: { write(line: string): void }): Log {
  if (readable) return { log: logTo(pretty({ sync: true, singleLine: true }), level, ring), end: async () => undefined }
  const output = pino.destination(1)
  return {
    log: logTo(output, level, ring),
    async end() {
      const written = once(output, 'close').catch(() => undefined)
      output.end()
      await Promise.race([written, pause(lastLinesMs)])
      // Else what is left is tried again at exit, in a pipe that is broken for ever (sonic-boom 4.2).
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
