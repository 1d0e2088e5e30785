// The command line of `npm start`: parses its arguments, and handles those that only print something.
import { helpText } from '../config/help.ts'
import { documentedSettings } from '../config/schema.ts'
import { documentSourceSettings } from './source-settings.ts'

export type StartCommand = 'start' | 'open' | 'help' | 'version' | { readonly mistake: string }

/** Parses the arguments. Messages do not repeat values: settings mistakenly given as arguments may be secret. */
export function parseArguments(args: readonly string[]): StartCommand {
  if (args.includes('--help') || args.includes('-h')) return 'help'
  const [first] = args
  if (first === undefined) return 'start'
  if (args.length === 1 && first === '--open') return 'open'
  if (args.length === 1 && (first === '--version' || first === '-v')) return 'version'
  const named = /^(--?[\w-]+|\w+(?==))/.exec(first)?.[1] ?? 'an argument'
  return { mistake: `${named}: unknown argument; use --open, --help or --version. Settings are environment variables` }
}

/** Returns what to print, for a terminal of this width; undefined if the arguments ask to start the server. */
export async function runInfoCommand(args: readonly string[], version: string, columns: number) {
  const command = parseArguments(args)
  if (command === 'start' || command === 'open') return undefined
  if (typeof command === 'object') return { text: command.mistake, exitCode: 2 }
  if (command === 'version') return { text: version, exitCode: 0 }
  return {
    text: helpText([...documentedSettings(), ...(await documentSourceSettings())], version, columns),
    exitCode: 0,
  }
}
