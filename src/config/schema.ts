// The settings schema: parses the environment into one validated, frozen object.
import { z } from 'zod'
import * as feature from './feature-settings.ts'
import * as server from './server-settings.ts'

/** All settings, by environment variable. */
const environment = z.object({
  ...server.listening,
  ...feature.search,
  ...feature.images,
  ...feature.hotLists,
  ...feature.bannedContent,
  ...feature.watchedWords,
  ...feature.upstreamRequests,
  ...server.storage,
  ...server.severalInstances,
  ...server.access,
  ...server.load,
  ...server.observability,
})

export const settingNames: readonly string[] = Object.keys(environment.shape)

export type Config = Readonly<z.output<typeof environment>>

/** Programs disagree on the case of these names; both are read, lower case wins, as in curl. */
const eitherCaseNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const

/**
 * Parses the settings. For each invalid one, adds a message with its name and what is allowed to `mistakes` and uses the default; values are
 * not repeated, because they may be secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, mistakes: string[]): Config {
  const proxySettings = Object.fromEntries(eitherCaseNames.map((name) => [name, env[name.toLowerCase()] ?? env[name]]))
  const read = environment.safeParse({ ...env, ...proxySettings })
  if (read.success) return Object.freeze(read.data)
  const issues = read.error.issues.map(({ path, message }) => ({ name: path.join('.'), message }))
  mistakes.push(...issues.map(({ name, message }) => `${name}: ${message}`))
  const withoutInvalid = Object.fromEntries(issues.map(({ name }) => [name, undefined]))
  return Object.freeze(environment.parse({ ...env, ...proxySettings, ...withoutInvalid }))
}

/** The value of one setting as the environment would give it. @throws Error with what is allowed. */
export function readOne<Name extends keyof Config>(name: Name, text: string): Config[Name] {
  const mistakes: string[] = []
  const config = readConfig({ [name]: text }, mistakes)
  if (mistakes[0] !== undefined) throw new Error(mistakes[0])
  return config[name]
}

/** The groups of the documentation, in its order. */
const groups: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  Listening: server.listening,
  Search: feature.search,
  Images: feature.images,
  'Hot lists': feature.hotLists,
  'Banned content': feature.bannedContent,
  'Watched words': feature.watchedWords,
  'Upstream requests': feature.upstreamRequests,
  Storage: server.storage,
  'Several instances': server.severalInstances,
  Access: server.access,
  Load: server.load,
  Observability: server.observability,
}

const settingDoc = z.object({
  description: z.string(),
  allowed: z.string().optional(),
  example: z.string(),
  defaultValue: z.string().optional(),
})

/** What a setting with a plain default must be, and that default. */
export function writtenForm(name: keyof Config) {
  const { allowed = 'true or false', defaultValue = '' } = settingDoc.parse(environment.shape[name].meta())
  return { allowed, default: defaultValue }
}

export interface DocumentedSetting {
  readonly name: string
  readonly group: string
  readonly description: string
  readonly example: string
  /** The default, in words if it is not a plain value. */
  readonly defaultValue?: string | undefined
}

/** The settings with what their schemas say about them. @throws ZodError for a setting without a description or an example. */
export function documentedSettings(): DocumentedSetting[] {
  return Object.entries(groups).flatMap(([group, settings]) =>
    Object.entries(settings).map(([name, schema]) => {
      const { description, allowed, example, defaultValue } = settingDoc.parse(schema.meta())
      const meaning = [description, allowed].filter((part) => part !== undefined).join('; ')
      return { name, group, description: meaning, example, defaultValue }
    }),
  )
}
