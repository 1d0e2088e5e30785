// What a link check is: how one cloud is asked whether a share is still there, and what it may say.
import { z } from 'zod'
import { limitFields } from '../../reading/limits.ts'
import { readSettings } from '../../reading/settings.ts'
import type { Io, Limits, Schema } from '../../upstream/source.ts'
import { failureText } from '../../upstream/text-bounds.ts'
import type { Environment } from '../plugin.ts'

/** What a cloud is asked about. */
export interface CheckedShare {
  /** The cloud's own name of the share, as `clouds.ts` reads it out of its address. */
  readonly code: string
  /** The access code, `''` for none. */
  readonly password: string
  /** The canonical address of the share, without access code; at a host of the cloud's own. */
  readonly url: string
}

/**
 * What an asked cloud said of a share. `ok`: it is there and can be read (with the access code, if it wants one). `locked`: it is there, its
 * code is missing or wrong. `bad`: it is gone. `uncertain`: the answer says neither.
 */
export interface Verdict {
  readonly state: 'ok' | 'bad' | 'locked' | 'uncertain'
  /** A short sentence for people, without its full stop: what the cloud said. Nothing of the address or the code. */
  readonly summary: string
}

/** How a cloud is asked, so that it does not mind. */
export interface Manners {
  /** How many shares are asked about at once. */
  readonly parallel: number
  /** Between the beginnings of two checks at least, in milliseconds. */
  readonly spacingMs: number
}

/** What the file of a cloud's check exports; the file is named by the cloud. */
export interface LinkCheck<Settings = unknown> {
  readonly home: string
  readonly limits?: Partial<Limits>
  readonly manners: Manners
  /** Field `token` of the check of `xunlei` is set by `XUNLEI_TOKEN`. */
  readonly settings?: Schema<Settings> & { readonly shape: object }
  /** What is said of a share that the cloud need not be asked about, or cannot be; undefined when it is to be asked. Never throws. */
  unasked?(share: CheckedShare, settings: Settings): Verdict | undefined
  /** Is a share that is `bad` at its address gone wherever the cloud may keep one of that code? Default: it is. Never throws. */
  isGoneEverywhere?(share: CheckedShare): boolean
  /** Asks the cloud. Throws `UpstreamError`; whatever else it throws counts as `mismatch`; either way the share is `uncertain`. */
  check(share: CheckedShare, io: Io, settings: Settings): Promise<Verdict>
}

/** A check as it is run. */
export interface CloudCheck extends Pick<LinkCheck, 'home' | 'limits' | 'manners' | 'isGoneEverywhere'> {
  unasked?(share: CheckedShare): Verdict | undefined
  /** Asks the cloud, unless `unasked` has something to say. */
  ask(share: CheckedShare, io: Io): Promise<Verdict>
}

const definition = z.looseObject({
  home: z.url(),
  limits: z.strictObject(limitFields).partial().optional(),
  manners: z.strictObject({ parallel: z.int().min(1).max(8), spacingMs: z.int().min(0).max(60_000) }),
  settings: z.looseObject({ shape: z.looseObject({}) }).optional(),
  check: z.unknown(),
})

/**
 * Makes the check of a cloud of a file's default export, with its settings from `env`.
 * @throws Error saying what is missing, or which setting is wrong and what is allowed.
 */
export function acceptCheck(name: string, exported: unknown, env: Environment = {}): CloudCheck {
  if (!isCheck(exported)) throw new Error('its default export must have `check` (a function) and `manners`')
  const { error } = definition.safeParse(exported)
  if (error) throw new Error(`${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`)
  const { home, limits, manners } = exported
  const settings = readSettings(name, exported.settings, env)
  const unasked = (share: CheckedShare) => exported.unasked?.(share, settings)
  return {
    home,
    ...(limits ? { limits } : {}),
    manners,
    unasked,
    isGoneEverywhere: (share) => exported.isGoneEverywhere?.(share) ?? true,
    ask: async (share, io) => unasked(share) ?? bounded(await exported.check(share, io, settings)),
  }
}

/** A verdict whose summary, which may quote the cloud, is as long as failures may be. */
function bounded({ state, summary }: Verdict): Verdict {
  return { state, summary: failureText(summary) }
}

function isCheck(exported: unknown): exported is LinkCheck {
  if (typeof exported !== 'object' || exported === null) return false
  const { check } = { check: undefined, ...exported }
  return typeof check === 'function'
}
