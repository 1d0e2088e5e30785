// The plugin API: search sources and the unparsed posts that they return.
import { z } from 'zod'
import { sourceNeeds } from '../contract/source-needs.ts'
import { limitFields } from '../parsing/limit-fields.ts'
import { readSettings, settingName } from '../parsing/source-settings.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { parseJsonReply } from '../upstream/reply-elements.ts'
import type { Io, Schema, Source } from '../upstream/source.ts'

/** The query of a search source. */
export interface SearchQuery {
  /** The keyword as typed, trimmed. */
  readonly kw: string
  /** Extension parameters; a source ignores those it does not know. */
  readonly ext: Readonly<Record<string, unknown>>
}

/** A link marked up by the upstream. `start` and `end` are the offsets of its label in the post's text; equal if it has none there. */
export interface Anchor {
  readonly start: number
  readonly end: number
  readonly href: string
  /** The access code, if the upstream gives it separately from the text. */
  readonly code?: string | undefined
  /** Set if the upstream lists the link as a share: its name of the cloud, or `''`; used only for unknown hosts. */
  readonly cloud?: string | undefined
}

/** A post found by a search source: a text with links. The caller decides which addresses are shares. */
export interface Post {
  /** The upstream's id of the post, the same in every search. */
  readonly id: string
  /** The title, if the upstream gives it separately from the text; default: derived from the text. */
  readonly title?: string | undefined
  /** Plain text, line breaks kept, no tags, entities decoded. */
  readonly text: string
  /** Sorted by `start`. */
  readonly anchors: readonly Anchor[]
  /** When it was written. Omit if unknown; never guess. */
  readonly at?: Date | undefined
  /** Hashtags without the `#`, and the upstream's categories of the post. */
  readonly tags: readonly string[]
  readonly images: readonly string[]
  /** Text that is searched but never printed: the title of a link preview, file names. */
  readonly aside: string
}

/** A post as a plugin gives it, without fields that are empty. */
export type GivenPost = Omit<Post, 'tags' | 'images' | 'aside'> & {
  readonly [Field in 'tags' | 'images' | 'aside']?: Post[Field] | undefined
}

export const siteValues = ['many', 'some', 'few'] as const

/** Facts about a site, for operators who choose sources. */
export const siteFacts = z.object({
  /** The common name of the site. */
  name: z.string().exactOptional(),
  needs: z.array(z.enum(sourceNeeds)).exactOptional(),
  /** Evidence that it answers; begins with the latest date, `2026-09-26` or `2026-09`. */
  evidence: z
    .string()
    .regex(/^\d{4}-\d\d(?:-\d\d)?(?!\d)/, 'must begin with a date like 2026-09-26')
    .exactOptional(),
  /** How many links a search brings, as the evidence says: its place in the order of asking until that is learned. */
  value: z.enum(siteValues).exactOptional(),
  /** Sites that are `off` or `gone` are asked only by requests or settings that name them. */
  state: z.enum(['on', 'off', 'gone']).exactOptional(),
})
export type SiteFacts = Readonly<z.output<typeof siteFacts>>

/** A source of posts. Fields that need parsed posts are left out. */
export interface SearchSource extends Omit<Source<SearchQuery, Post>, 'worthOf' | 'beside'>, SiteFacts {
  /** The keys of `ext` that it reads. */
  readonly reads?: readonly string[]
}

/** The default export of a plugin file; the plugin's name is the file name. */
export interface Plugin<Settings = unknown>
  extends Pick<SearchSource, 'home' | 'limits' | 'doubtsEmpty' | keyof SiteFacts> {
  /** The keys of `ext` that it reads: it receives no others, and the cache key is made of them and the keyword. */
  readonly reads?: readonly string[]
  /** A zod object with one field per setting, each with a default. Field `base_url` of plugin `labi` is set by `LABI_BASE_URL`. */
  readonly settings?: Schema<Settings> & { readonly shape: object }
  /** Asks the upstream. Throws `UpstreamError`; any other error counts as `mismatch`. */
  ask(query: SearchQuery, io: Io, settings: Settings): Promise<GivenPost[]>
}

/** Environment variables. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/**
 * Creates the source from a plugin file's default export, with its settings from `env`.
 * @throws Error naming what is missing, or the invalid setting and what is allowed.
 */
export function parsePlugin(name: string, exported: unknown, env: EnvironmentVariables = {}): SearchSource {
  const plugin = asPlugin(exported)
  const settings = readSettings(name, plugin.settings, env)
  const record = pluginRecord(name, plugin)
  // The operator knows an address of the site.
  const state = record.state === 'gone' && env[settingName(name, 'base_url')] ? 'on' : record.state
  const facts = state === undefined ? record : { ...record, state }
  return sourceOf(facts, async (query, io) => validatePosts(await plugin.ask(query, withoutPages(io), settings)))
}

/** An io for search sites: those that refuse a program send it a page in place of JSON. */
function withoutPages(io: Io): Io {
  return {
    ...io,
    async json(url, shape, init) {
      const body = await io.text(url, init)
      if (/^\s*<(?:!doctype|html|head|body)\b/i.test(body))
        throw new UpstreamError('blocked', 'a page in place of data')
      return parseJsonReply(body, shape)
    },
    firstOf: (ways, options) =>
      io.firstOf(
        ways.map((way) => (own: Io) => way(withoutPages(own))),
        options,
      ),
  }
}

/** A plugin file's default export, checked. @throws Error naming what is missing or wrong. */
export function asPlugin(exported: unknown): Plugin {
  if (!isPlugin(exported)) throw new Error('its default export must have `home` (a web address) and `ask` (a function)')
  const { error } = definition.safeParse(exported)
  if (error) throw new Error(`${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`)
  return exported
}

/** The fields of a plugin that are data: its source is made of them before its code is loaded. */
export type PluginRecord = Pick<Plugin, 'home' | 'limits' | 'doubtsEmpty' | 'reads' | keyof SiteFacts> & {
  readonly id: string
}

export function pluginRecord(id: string, plugin: Plugin): PluginRecord {
  const { home, limits, doubtsEmpty, reads } = plugin
  const facts = siteFacts.parse(plugin)
  return { id, ...facts, home, ...(limits && { limits }), ...(doubtsEmpty && { doubtsEmpty }), ...(reads && { reads }) }
}

/** Creates the source of a plugin; `ask` receives the keys of `ext` that the plugin reads. */
export function sourceOf({ id, reads = [], ...record }: PluginRecord, ask: SearchSource['ask']): SearchSource {
  const readQuery = ({ kw, ext }: SearchQuery): SearchQuery => ({
    kw,
    ext: Object.fromEntries(reads.flatMap((key) => (Object.hasOwn(ext, key) ? [[key, ext[key]]] : []))),
  })
  return {
    ...record,
    id: `plugin:${id}`,
    reads,
    keyOf: (query) => JSON.stringify(readQuery(query)),
    ask: (query, io) => ask(readQuery(query), io),
  }
}

const lifeMs = z.int().min(0)
const limits = { ...limitFields, freshMs: lifeMs, emptyFreshMs: lifeMs, staleMs: lifeMs }
export const limitNames = z.keyof(z.object(limits))
/** Schema of the fields that are not functions: an operator's own plugin may be written without types. */
const definition = z.looseObject({
  ...siteFacts.shape,
  limits: z.strictObject(limits).partial().optional(),
  doubtsEmpty: z.boolean().optional(),
  reads: z.array(z.string()).optional(),
  settings: z.looseObject({ shape: z.looseObject({}) }).optional(),
})

const textSchema = z.string()
const offset = z.int().min(0)
const anchor = z.object({
  start: offset,
  end: offset,
  href: textSchema,
  code: textSchema.optional(),
  cloud: textSchema.optional(),
})
const posts = z.array(
  z.object({
    id: textSchema.min(1),
    title: textSchema.optional(),
    text: textSchema,
    anchors: z.array(anchor),
    at: z.instanceof(Date).optional(),
    tags: z.array(textSchema).default([]),
    images: z.array(textSchema).default([]),
    aside: textSchema.default(''),
  }),
)

/** Validates posts, since an operator's own plugin may be written without types. @throws UpstreamError `mismatch`. */
function validatePosts(given: readonly GivenPost[]): Post[] {
  const read = posts.safeParse(given)
  // A substring keeps the whole page in memory while the answer is cached.
  if (read.success) return structuredClone(read.data)
  const [issue] = read.error.issues
  throw new UpstreamError('mismatch', `the source gave no list of posts: ${issue?.path.join('.')}: ${issue?.message}`)
}

function isPlugin(exported: unknown): exported is Plugin {
  if (typeof exported !== 'object' || exported === null) return false
  const { home, ask } = { home: undefined, ask: undefined, ...exported }
  return typeof home === 'string' && URL.canParse(home) && typeof ask === 'function'
}
