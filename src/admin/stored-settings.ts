// Settings that an administrator changes while the service runs: one record for all of them, below the environment and above the defaults.
import { z } from 'zod'
import type { SharedRecords } from '../async/shared-record.ts'
import type { SettingName, SettingRecord } from '../contract/settings.ts'
import { badRequest, RequestError } from '../http/errors.ts'
import { createStoredValue } from '../http/stored-value.ts'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'

export interface StoredSetting {
  readonly name: SettingName
  /** What a value must be, as the end of a sentence that begins with "must be". */
  readonly allowed: string
  /** The value in force without a stored one, where it is a plain text. */
  readonly default?: string
  /** Whether a value may hold a secret: then the log does not show it. */
  readonly isSecret?: boolean
  /** What answers and the log show of a value that nobody may read; default: all of it. */
  show?(text: string): string
  /** The variable of the environment that sets it, and its value without secrets; the stored value then has no effect. */
  readonly environment?: { readonly variable: string; readonly value: string } | undefined
  /** `after`: all stored texts after the change. @throws (rejects) Error with what is wrong with a value. */
  check(text: string, after: StoredTexts): unknown
  /** Puts a value into force; undefined: the default. @throws (rejects) Error with the reason why not. */
  apply(text: string | undefined): Promise<void> | void
}

/** Maximum length of a value in the log, in UTF-16 code units. */
const maxLogged = 500

/** The author of a change, for the log. */
export interface Author {
  readonly by: string
  readonly ip: string
}

interface StoredSettingsOptions {
  readonly settings: readonly StoredSetting[]
  readonly records: SharedRecords
  readonly log: Pick<Logger, 'info' | 'warn'>
}

const textsByName = z.record(z.string(), z.string())
type Texts = z.infer<typeof textsByName>
export type StoredTexts = Readonly<Texts>

export type StoredSettings = ReturnType<typeof createStoredSettings>

/** Creates the settings; until the record is opened, each has its value of the environment or its default. */
export function createStoredSettings({ settings, records, log }: StoredSettingsOptions) {
  const live = createLiveValues(settings, log)
  const stored = createStoredValue<Texts>({
    name: 'settings.json',
    records,
    initial: {},
    parse: (json) => textsByName.parse(json),
    onChange: live.put,
    notStored: 'settings: the change could not be saved and was not applied',
  })
  const note = (setting: StoredSetting, text: string | undefined, author: Author) => {
    const { name, isSecret } = setting
    const shown = isSecret ? 'a value that may be secret' : shownOf(setting, text)?.slice(0, maxLogged)
    const value = text === undefined ? 'its default' : shown
    log.info({ setting: name, ...author }, `the setting ${name} was set to ${value} by ${author.by}`)
  }

  /** Replaces the text of a setting by what `next` makes of it; undefined or an empty text: the default. */
  async function edit(name: SettingName, author: Author, next: (before: string | undefined) => string | undefined) {
    const setting = findSetting(settings, name)
    if (setting.environment) throw new RequestError(409, `name: ${name} ${lockedBy(setting.environment.variable)}`)
    await stored.change((before) => requireFit(withText(before, name, next(before[name])), 'value'))
    note(setting, stored.get()[name], author)
  }

  return {
    open: stored.open,
    edit,
    all: (): SettingRecord[] => settings.map((setting) => describe(setting, stored.get(), live.problems)),
    /** A sentence for each stored value that could not be put into force. */
    problems: () => [...live.problems].map(([name, problem]) => `${name}: ${problem}`),
    /** The stored texts by name, those that the environment overrules too. */
    texts: (): Texts => stored.get(),
    /**
     * Stores a value, or removes it with null. With `was` only if that is the value stored now.
     * @throws (rejects) RequestError 400 for a wrong value; 409 if the environment sets it, or if `was` is another.
     */
    async change(name: SettingName, { value, was }: Change, author: Author): Promise<void> {
      const setting = findSetting(settings, name)
      if (value !== null) await requireValid(setting, withText(stored.get(), name, value), 'value')
      await edit(name, author, (before) => {
        if (was !== undefined && was !== (shownOf(setting, before) ?? null))
          throw new RequestError(409, `was: ${name} has been changed meanwhile; read it again`)
        return value ?? undefined
      })
    },
    /** Replaces all stored values. @throws (rejects) RequestError 400 that names the first wrong one; none is stored then. */
    async replace(texts: Texts, author: Author): Promise<void> {
      for (const name of Object.keys(texts)) {
        const setting = settings.find((one) => one.name === name)
        if (!setting) throw badRequest(`settings.${name}`, `is unknown; allowed are ${namesOf(settings)}`)
        await requireValid(setting, texts, `settings.${name}`)
      }
      const before = stored.get()
      await stored.change(() => requireFit(texts, 'settings'))
      for (const setting of settings)
        if (before[setting.name] !== texts[setting.name]) note(setting, texts[setting.name], author)
    },
  }
}

interface Change {
  readonly value: string | null
  readonly was?: string | null | undefined
}

/** Creates the function that puts the stored texts into force: those that changed, and that no variable of the environment sets. */
function createLiveValues(settings: readonly StoredSetting[], log: Pick<Logger, 'warn'>) {
  const inForce = new Map<string, string | undefined>()
  const problems = new Map<string, string>()
  return {
    problems,
    async put(texts: Texts): Promise<void> {
      for (const { name, environment, apply } of settings) {
        const text = texts[name]
        if (environment || inForce.get(name) === text) continue
        inForce.set(name, text)
        problems.delete(name)
        try {
          await apply(text)
        } catch (error) {
          const problem = problemWith(name, error)
          problems.set(name, problem)
          log.warn(`the stored value of the setting ${name} is not used: ${problem}`)
        }
      }
    },
  }
}

function describe(setting: StoredSetting, texts: Texts, problems: ReadonlyMap<string, string>): SettingRecord {
  const { name, allowed, environment } = setting
  const same = { name, allowed, ...(setting.default !== undefined && { default: setting.default }) }
  if (environment) return { ...same, from: 'environment', ...environment }
  const problem = problems.get(name)
  const value = shownOf(setting, texts[name])
  if (value === undefined) return { ...same, from: 'default', value: null }
  return { ...same, from: 'stored', value, ...(problem !== undefined && { problem }) }
}

function shownOf({ show = (text) => text }: StoredSetting, text: string | undefined): string | undefined {
  return text === undefined ? undefined : show(text)
}

function findSetting(settings: readonly StoredSetting[], name: SettingName): StoredSetting {
  const setting = settings.find((one) => one.name === name)
  if (!setting) throw badRequest('name', `must be one of ${namesOf(settings)}`)
  return setting
}

function namesOf(settings: readonly StoredSetting[]): string {
  return settings.map(({ name }) => name).join(', ')
}

function lockedBy(variable: string): string {
  return `is set by ${variable} in the environment, which overrules what is stored; change it there`
}

function withText(before: Texts, name: string, text: string | undefined): Texts {
  const others = Object.entries(before).filter(([one]) => one !== name)
  return Object.fromEntries(text ? [...others, [name, text]] : others)
}

/** An exported file must fit into the body of a request. */
const maxBytes = 60 * 1024

/** @throws RequestError 400 for texts that are together too long. */
function requireFit(texts: Texts, parameter: string): Texts {
  if (Buffer.byteLength(JSON.stringify(texts)) <= maxBytes) return texts
  throw badRequest(parameter, `is too long: all stored settings together must be at most ${maxBytes / 1024} KB`)
}

/** @throws (rejects) RequestError 400 that names the parameter. */
async function requireValid({ name, check }: StoredSetting, after: Texts, parameter: string): Promise<void> {
  try {
    await check(after[name] ?? '', after)
  } catch (error) {
    throw badRequest(parameter, problemWith(name, error))
  }
}

/** What an error says, without the name of the setting at its beginning. */
function problemWith(name: string, error: unknown): string {
  const message = messageOf(error)
  return message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message
}
