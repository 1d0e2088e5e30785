// Collects warnings and errors of the log, to print them after the output instead of inside it.
import { pino } from 'pino'
import type { Logger } from '../observability/log.ts'

/** A log and the messages written to it. */
export interface CollectedWarnings {
  readonly log: Logger
  /** Messages in the order of arrival. */
  readonly warnings: string[]
}

/** Creates a log that collects its warnings; `typos` are warnings about settings, put first. */
export function collectWarnings(typos: readonly string[] = []): CollectedWarnings {
  const warnings = [...typos]
  const write = (line: string) => {
    const { msg = '', source }: { msg?: string; source?: string } = JSON.parse(line)
    warnings.push(source === undefined ? msg : `${source}: ${msg}`)
  }
  return { log: pino({ level: 'warn', base: null }, { write }), warnings }
}
