// The log: one JSON line an event, or readable lines on a terminal. A leaf: anyone below may use it, it uses nobody.
import { type Logger as PinoLogger, pino } from 'pino'
import pretty from 'pino-pretty'

/** What the house logs with. */
export type Logger = PinoLogger

/** Makes the log. `readable` is for a person at a terminal; without it each line is one JSON object on standard output. */
export function createLog(level: string, readable: boolean): Logger {
  const options = { level, base: null }
  return readable ? pino(options, pretty({ sync: true, singleLine: true })) : pino(options)
}
