// Reads members of engines from a file: ours, or entries with `engine` in an operator's file of sources.

import { z } from 'zod'
import { parseYamlMap } from '../parsing/parse-yaml.ts'
import { didYouMean, formatErrors, type ValidationError } from '../parsing/validation-errors.ts'
import { type Engine, engineNames, memberKeys, memberPlugin } from './engine.ts'
import type { Plugin } from './plugin.ts'

/** A member: its texts as they are in the file, and its plugin. */
export interface ReadMember {
  readonly written: Readonly<Record<string, unknown>>
  readonly plugin: Plugin
}

const entry = z.looseObject({ engine: z.string() })
const memberName = /^[a-z0-9][a-z0-9_-]{0,39}$/

/**
 * The members of a file, by name; entries without `engine` are left out. `engines` has all engines by name, `fileName` is the name of the
 * file in messages. Syntax errors of an operator's file are reported with its lists. `onMistakes` receives one line per error that names file,
 * line and key; the entries without mistakes are there whatever the others are.
 * @throws Error with these lines, by default.
 */
export function readMembers(
  text: string,
  fileName: string,
  engines: ReadonlyMap<string, Engine>,
  onMistakes: (lines: readonly string[]) => void = refuse,
): ReadonlyMap<string, ReadMember> {
  const { values, lineOf, isBroken } = parseYamlMap(text, 'a map of sites')
  const mistakes: ValidationError[] = []
  const members = new Map<string, ReadMember>()
  for (const [id, value] of isBroken ? [] : values) {
    const written = entry.safeParse(value).data
    if (!written) continue
    const report = (path: readonly PropertyKey[], message: string) =>
      mistakes.push({ line: lineOf([id, ...path]), path: [id, ...path], message })
    const known = mistakes.length
    if (!memberName.test(id) || /^(?:all|none|default)$/.test(id))
      report(
        [],
        'a name must consist of a-z, 0-9, _ and -, have at most 40 characters, and not be all, none or default',
      )
    const plugin = readMember(id, written, engines, report)
    if (plugin && mistakes.length === known) members.set(id, { written, plugin })
  }
  if (mistakes.length > 0) onMistakes(formatErrors(mistakes, fileName))
  return members
}

function refuse(lines: readonly string[]): never {
  throw new Error(lines.join('\n'))
}

type Report = (path: readonly PropertyKey[], message: string) => void

function readMember(
  id: string,
  written: z.output<typeof entry>,
  all: ReadonlyMap<string, Engine>,
  report: Report,
): Plugin | undefined {
  const names = engineNames(written.engine)
  const unknown = names.find((name) => !all.has(name))
  if (unknown !== undefined || names.length === 0) {
    report(['engine'], `unknown engine; ${didYouMean(unknown ?? '', [...all.keys()])}`)
    return undefined
  }
  const engines = names.flatMap((name) => all.get(name) ?? [])
  const keys = { ...memberKeys, ...Object.assign({}, ...engines.map(({ options }) => options.shape)) }
  const { error } = z.strictObject(keys).safeParse(written)
  for (const issue of error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') report(issue.path.slice(0, 1), issue.message)
    else for (const key of issue.keys) report([key], `unknown key; ${didYouMean(key, Object.keys(keys))}`)
  }
  return error ? undefined : memberPlugin(id, written, engines)
}
