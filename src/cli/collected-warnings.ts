// What the log says from warnings on, kept for the end: lines between those of a table would disturb it.
import { pino } from 'pino'
import type { Logger } from '../log.ts'

/** A log, and what it was told. */
export interface CollectedWarnings {
  readonly log: Logger
  /** A sentence each, in the order in which they came. */
  readonly warnings: string[]
}

/** Makes it; `slips` are what the settings have to say before anything begins. */
export function collectWarnings(slips: readonly string[] = []): CollectedWarnings {
  const warnings = [...slips]
  const write = (line: string) => {
    const { msg = '', source }: { msg?: string; source?: string } = JSON.parse(line)
    warnings.push(source === undefined ? msg : `${source}: ${msg}`)
  }
  return { log: pino({ level: 'warn', base: null }, { write }), warnings }
}
