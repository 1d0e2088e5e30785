// Handles command line arguments that only print something.
import { toldSettings } from './config.ts'
import { helpText, readArguments } from './help.ts'
import { toldOfSources } from './help-sources.ts'

/** A text to print, and the exit code. */
export interface Printed {
  readonly text: string
  readonly exitCode: 0 | 2
}

/** Returns what to print, for a terminal of this width; undefined if the arguments ask to start the server. */
export async function printedFor(
  args: readonly string[],
  version: string,
  columns: number,
): Promise<Printed | undefined> {
  const asked = readArguments(args)
  if (asked === 'start') return undefined
  if (typeof asked === 'object') return { text: asked.mistake, exitCode: 2 }
  if (asked === 'version') return { text: version, exitCode: 0 }
  return { text: helpText([...toldSettings(), ...(await toldOfSources())], version, columns), exitCode: 0 }
}
