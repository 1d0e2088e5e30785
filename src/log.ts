// The log: one JSON line an event, or readable lines on a terminal. A leaf: anyone below may use it, it uses nobody.
import { multistream, type Logger as PinoLogger, pino } from 'pino'
import pretty from 'pino-pretty'

/** What the house logs with. */
export type Logger = PinoLogger

/**
 * Makes the log. `level` is one of those of `LOG_LEVEL`; `readable` is for a person at a terminal, without it each line is one JSON object
 * on standard output. `ring` takes every line from `debug` on, whatever the level.
 */
export function createLog(level: string, readable: boolean, ring?: { write(line: string): void }): Logger {
  const output = readable ? pretty({ sync: true, singleLine: true }) : pino.destination(1)
  if (ring === undefined) return pino({ level, base: null }, output)
  const shown = level === 'debug' || level === 'info' || level === 'warn' || level === 'error'
  return pino(
    { level: 'debug', base: null },
    multistream([{ level: 'debug', stream: ring }, ...(shown ? [{ level, stream: output }] : [])]),
  )
}
