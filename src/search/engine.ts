// Engines of search sites: the software that a family of sites runs. A member is a site with its addresses and differences as data.
import { z } from 'zod'
import { sourceNeeds } from '../contract/source-needs.ts'
import { siteUrl, wholeNumber } from '../parsing/source-settings.ts'
import { oneLine } from '../parsing/text.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { defaultLimits, type Io, type Limits } from '../upstream/source.ts'
import { type GivenPost, type Plugin, type SearchQuery, siteValues } from './plugin.ts'

/** A member as its engine sees it, at one of its addresses. */
export interface Site<Options> {
  /** The member's name. */
  readonly id: string
  /** Without a trailing slash. */
  readonly base_url: string
  /** Maximum number of pages of items that are opened per search. */
  readonly details: number
  /** Maximum number of list pages that are requested per search. */
  readonly pages: number
  /** The values of the engine's keys. */
  readonly options: Options
}

/** The default export of an engine file; the engine's name is the file name. */
export interface Engine<Options = unknown> {
  /** A strict zod object: the keys that its members have besides the common ones, each a text in the file. */
  readonly options: { parse(value: unknown): Options } & { readonly shape: Readonly<Record<string, unknown>> }
  readonly limits?: Partial<Limits>
  /** Default of `details`; absent if the engine opens no pages of items. */
  readonly details?: number
  /** Default of `pages`; absent if the engine requests one page. */
  readonly pages?: number
  /** Whether it is not asked after another engine of the member was refused. */
  readonly isSkippedAfterBlock?: boolean
  /** Asks one address of a member. Throws `UpstreamError`; then the next address is asked. */
  ask(query: SearchQuery, io: Io, site: Site<Options>): Promise<GivenPost[]>
}

function word(what: string) {
  const error = ({ input }: { readonly input?: unknown }) =>
    input === undefined ? `is missing: ${what}` : 'must be a text'
  return z.string({ error }).trim().min(1, `is empty: ${what}`).max(1_000, 'must be at most 1000 characters long')
}

function words(what: string) {
  return word(what).transform((text) => text.split(/[\s,，]+/).filter((part) => part !== ''))
}

const sites = words('the address of the site, or several, the best first').pipe(
  z.array(siteUrl('').unwrap()).min(1, 'must be an address like https://example.org, or several, the best first'),
)

function count(from: number, to: number) {
  const wrong = `must be a whole number from ${from} to ${to}`
  return word('').pipe(
    z
      .string()
      .regex(/^\d{1,3}$/, wrong)
      .transform(Number)
      .pipe(z.int(wrong).min(from, wrong).max(to, wrong)),
  )
}

/** The keys that members of all engines have. */
export const memberKeys = {
  name: word('what people call the site').transform(oneLine),
  engine: words('the engine of the site'),
  sites,
  home: word('').pipe(siteUrl('').unwrap()).exactOptional(),
  state: word('')
    .pipe(z.enum(['on', 'off', 'gone'], 'must be one of on, off, gone'))
    .exactOptional(),
  needs: words('')
    .pipe(z.array(z.enum(sourceNeeds, `must be some of ${sourceNeeds.join(', ')}`)))
    .exactOptional(),
  evidence: word('')
    .regex(/^\d{4}-\d\d(?:-\d\d)?(?!\d)/, 'must begin with a date like 2026-09-26')
    .exactOptional(),
  value: word('')
    .pipe(z.enum(siteValues, `must be one of ${siteValues.join(', ')}`))
    .exactOptional(),
  seconds: count(1, 60).exactOptional(),
  parallel: count(1, 8).exactOptional(),
  details: count(1, 20).exactOptional(),
  pages: count(1, 10).exactOptional(),
}
const member = z.object(memberKeys)

const counts = z.object({ details: z.number().default(1), pages: z.number().default(1) })

const maxPages = 10
const maxDetails = 20
const maxAskMs = 60_000

/**
 * The plugin of a member, from the texts of its file. Its engines are asked in their order, each at all addresses, until one of them
 * answers. @throws ZodError if a text is invalid.
 */
export function memberPlugin(id: string, written: object, engines: readonly Engine[]): Plugin {
  const { sites, engine: _names, seconds, parallel, home, details, pages, ...facts } = member.parse(written)
  const [main = ''] = sites
  const settings = z.object({
    base_url: siteUrl(main),
    ...countSetting('details', maxDetails, details ?? largest(engines.map((engine) => engine.details))),
    ...countSetting('pages', maxPages, pages ?? largest(engines.map((engine) => engine.pages))),
  })
  const members = engines.map((engine) => ({ engine, options: engine.options.parse(optionsOf(written, engine)) }))
  return {
    ...facts,
    home: home ?? `${main}/`,
    limits: { ...limitsOf(engines, seconds, sites.length), ...(parallel !== undefined && { parallel }) },
    settings,
    ask(query, io, set: z.output<typeof settings>) {
      const addresses = set.base_url === main ? sites : [set.base_url]
      const limits = counts.parse(set)
      const refusals: UpstreamError[] = []
      const ways = members.flatMap(({ engine, options }) =>
        addresses.map((base_url) => async (way: Io) => {
          const [refusal] = refusals
          if (engine.isSkippedAfterBlock && refusal) throw refusal
          return engine.ask(query, way, { id, ...limits, base_url, options }).catch((error: unknown) => {
            if (error instanceof UpstreamError && error.kind === 'blocked') refusals.push(error)
            throw error
          })
        }),
      )
      return io.firstOf(ways, { holdsBlocks: true })
    },
  }
}

function countSetting(name: 'details' | 'pages', most: number, count: number | undefined) {
  return count === undefined ? {} : { [name]: wholeNumber(1, most, count) }
}

function largest(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

/** The texts of a member that are keys of this engine. */
function optionsOf(written: object, { options }: Engine): Record<string, unknown> {
  return Object.fromEntries(Object.entries(written).filter(([key]) => Object.hasOwn(options.shape, key)))
}

/** Each address may take the time of one attempt, and the one that answers that of its details. */
function limitsOf(engines: readonly Engine[], seconds: number | undefined, sites: number): Partial<Limits> {
  const limits: Partial<Limits> = Object.assign(
    { parallel: 3, attempts: 2, redirects: 2, blockedMs: 30 * 60_000 },
    ...engines.map((one) => one.limits),
  )
  const attemptMs = seconds === undefined ? (limits.attemptMs ?? defaultLimits.attemptMs) : seconds * 1_000
  const askMs = Math.min(
    maxAskMs,
    Math.max(limits.askMs ?? defaultLimits.askMs, attemptMs * (sites * engines.length + 2)),
  )
  return { ...limits, attemptMs, askMs }
}

/** The names in the `engine` of a member, in the order in which they are asked. */
export function engineNames(written: string): string[] {
  return written.split(/[\s,，]+/).filter((name) => name !== '')
}

export function isEngine(exported: unknown): exported is Engine {
  if (typeof exported !== 'object' || exported === null) return false
  const { options, ask } = { options: undefined, ask: undefined, ...exported }
  return typeof options === 'object' && typeof ask === 'function'
}
