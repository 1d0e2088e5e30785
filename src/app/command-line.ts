// What is printed without starting anything, as the command line asks for it.
import { toldSettings } from '../config.ts'
import { helpText, readArguments } from '../help.ts'
import { documentSourceSettings } from './source-settings.ts'

/** A text, and the code to end with. */
export interface CommandOutput {
  readonly text: string
  readonly exitCode: 0 | 2
}

/** What the arguments ask to be printed, on a terminal of so many columns; nothing when they ask for a start. */
export async function runInfoCommand(
  args: readonly string[],
  version: string,
  columns: number,
): Promise<CommandOutput | undefined> {
  const asked = readArguments(args)
  if (asked === 'start') return undefined
  if (typeof asked === 'object') return { text: asked.mistake, exitCode: 2 }
  if (asked === 'version') return { text: version, exitCode: 0 }
  return { text: helpText([...toldSettings(), ...(await documentSourceSettings())], version, columns), exitCode: 0 }
}
