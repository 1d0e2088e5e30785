// The link check API: how a check asks its cloud about a share, the possible verdicts, and loading of all checks.
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { Logger } from '../../observability/log.ts'
import { readSettings } from '../../parsing/source-settings.ts'
import { importSource } from '../../upstream/discover.ts'
import type { Io, Limits, Schema, Source } from '../../upstream/source.ts'
import { failureText, maxCharacters } from '../../upstream/text-limits.ts'
import { loadSourceFolder, withEnvironment } from '../load-source-folder.ts'
import type { EnvironmentVariables } from '../plugin.ts'
import { ttlByState } from './check-result.ts'

export interface CheckedShare {
  /** The cloud's id of the share, as parsed from its address. */
  readonly code: string
  /** The access code, `''` for none. */
  readonly password: string
  /** The canonical address of the share, without access code, at one of the cloud's hosts. */
  readonly url: string
}

/**
 * A cloud's answer about a share. `ok`: it exists and can be read (with the access code, if it requires one). `locked`: it exists, but the
 * code is missing or wrong. `bad`: it is gone. `uncertain`: the answer does not decide.
 */
export interface CheckVerdict {
  readonly state: 'ok' | 'bad' | 'locked' | 'uncertain'
  /** A short sentence for users, without full stop. Must not contain the address or the code. */
  readonly summary: string
}

export interface CheckLimits {
  readonly parallel: number
  /** Minimum time between the starts of two checks, in milliseconds. */
  readonly spacingMs: number
}

/** The default export of a check file, which is named after its cloud. */
export interface LinkCheck<Settings = unknown> {
  readonly home: string
  /** Default: `defaultLimits`. */
  readonly limits?: Partial<Limits>
  readonly manners: CheckLimits
  /** Field `token` of the check of `xunlei` is set by `XUNLEI_TOKEN`. */
  readonly settings?: Schema<Settings> & { readonly shape: object }
  /** A verdict that needs no ask, or for a share that cannot be asked about; undefined to ask. Never throws. */
  unasked?(share: CheckedShare, settings: Settings): CheckVerdict | undefined
  /** Whether a share that is `bad` at its address is gone at all hosts of the cloud. Default: true. Never throws. */
  isGoneEverywhere?(share: CheckedShare): boolean
  /** Asks the cloud. Throws `UpstreamError`; any other error counts as `mismatch`. After an error the share is `uncertain`. */
  check(share: CheckedShare, io: Io, settings: Settings): Promise<CheckVerdict>
}

/** A check with its settings applied. */
export interface CloudCheck extends Pick<LinkCheck, 'home' | 'limits' | 'manners' | 'isGoneEverywhere'> {
  unasked?(share: CheckedShare): CheckVerdict | undefined
  /** Returns the verdict of `unasked`, if any; else asks the cloud. */
  ask(share: CheckedShare, io: Io): Promise<CheckVerdict>
}

/** The limits of a check; a cloud may override some. */
const defaultLimits: Partial<Limits> = {
  attemptMs: 8_000,
  askMs: 12_000,
  attempts: 2,
  bodyBytes: 1024 * 1024,
  redirects: 0,
}

/**
 * Creates the check of a cloud from a file's default export, with its settings from `env`.
 * @throws Error naming the invalid setting and what is allowed.
 */
function parseCheck(name: string, exported: unknown, env: EnvironmentVariables = {}): CloudCheck {
  if (!isCheck(exported)) throw new Error('its default export must have `check` (a function) and `manners`')
  const { home, limits, manners } = exported
  const settings = readSettings(name, exported.settings, env)
  const unasked = (share: CheckedShare) => exported.unasked?.(share, settings)
  return {
    home,
    limits: { ...defaultLimits, ...limits },
    manners,
    unasked,
    isGoneEverywhere: (share) => exported.isGoneEverywhere?.(share) ?? true,
    async ask(share, io) {
      const known = unasked(share)
      if (known) return known
      const { state, summary } = await exported.check(share, io, settings)
      // The summary may quote the cloud.
      return { state, summary: failureText(summary) }
    },
  }
}

function isCheck(exported: unknown): exported is LinkCheck {
  if (typeof exported !== 'object' || exported === null) return false
  const { check } = { check: undefined, ...exported }
  return typeof check === 'function'
}

/** The source id of a cloud's check. */
export function checkIdOf(cloud: string): string {
  return `check:${cloud}`
}

const verdict = z.object({
  state: z.enum(['ok', 'bad', 'locked', 'uncertain']),
  summary: z.string().max(maxCharacters.failureText),
})

/** A check as an upstream source, whose answer about a share is one verdict. Verdicts are cached for the longest lifetime of any state. */
export function checkSource(cloud: string, { home, limits, ask }: CloudCheck): Source<CheckedShare, CheckVerdict> {
  return {
    id: checkIdOf(cloud),
    home,
    limits: { ...limits, freshMs: ttlByState.ok, emptyFreshMs: 0, staleMs: 0 },
    // Keyed by address, because hosts of one cloud may know only their own shares. The code is hashed because the key is stored on disk.
    keyOf: ({ url, password }) => `${url} ${password && hash('sha256', password, 'base64url').slice(0, 16)}`,
    isItem: (item) => verdict.safeParse(item).success,
    ask: async (share, io) => [await ask(share, io)],
  }
}

/** The folder of our checks, one file a cloud. */
export const checksFolder: string = join(import.meta.dirname, 'clouds')

/** Loads the check of one cloud. Rejects for an unknown cloud. */
export function loadCheck(cloud: string, env: EnvironmentVariables): Promise<CloudCheck> {
  return importSource(checksFolder, cloud, (name, exported) => parseCheck(name, exported, env))
}

/**
 * Loads all checks with their settings from `env`.
 * @throws Error for the operator when a setting is invalid.
 */
export function loadChecks(
  env: EnvironmentVariables,
  log: Pick<Logger, 'warn'>,
): Promise<ReadonlyMap<string, CloudCheck>> {
  return loadSourceFolder(checksFolder, withEnvironment(parseCheck, env, log))
}
