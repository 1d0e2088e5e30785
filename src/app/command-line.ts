// Runs the commands of the command line that only print: --help, --version, and mistakes in the arguments.
import { toldSettings } from '../config.ts'
import { helpText, readArguments } from '../help.ts'
import { documentSourceSettings } from './source-settings.ts'

/** The text to print, and the exit code. */
export interface CommandOutput {
  readonly text: string
  readonly exitCode: 0 | 2
}

/** The output for the arguments, wrapped at `columns`; undefined when they request a start. */
export async function runInfoCommand(
  args: readonly string[],
  version: string,
  columns: number,
): Promise<CommandOutput | undefined> {
  const command = readArguments(args)
  if (command === 'start') return undefined
  if (typeof command === 'object') return { text: command.mistake, exitCode: 2 }
  if (command === 'version') return { text: version, exitCode: 0 }
  return { text: helpText([...toldSettings(), ...(await documentSourceSettings())], version, columns), exitCode: 0 }
}
