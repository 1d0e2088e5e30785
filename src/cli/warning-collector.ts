// Collects warnings and errors of the log, to print them after the output instead of inside it.
import { pino } from 'pino'
import { messageOf } from '../observability/error-message.ts'

/** Creates a log and the list of its warnings, in the order of arrival; `typos` are warnings about settings, put first. */
export function collectWarnings(typos: readonly string[]) {
  const warnings = [...typos]
  const write = (line: string) => {
    const { msg = '', source }: { msg?: string; source?: string } = JSON.parse(line)
    warnings.push(source === undefined ? msg : `${source}: ${msg}`)
  }
  return { log: pino({ level: 'warn', base: null }, { write }), warnings }
}

/** Runs `select`; an error has the warnings before it: a name may be unknown because of a mistake in a file. */
export async function withWarnings<T>(warnings: readonly string[], select: () => Promise<T>): Promise<T> {
  try {
    return await select()
  } catch (error) {
    throw new Error([...warnings, messageOf(error)].join('\n'), { cause: error })
  }
}
