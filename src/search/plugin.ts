// What a search source is and what it finds: posts, as the upstream shows them, not yet understood.
import { z } from 'zod'
import { limitFields } from '../reading/limits.ts'
import { readSettings } from '../reading/settings.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { Io, Schema, Source } from '../upstream/source.ts'

/** What a search source is asked. */
export interface SearchQuery {
  /** The keyword as typed, trimmed. */
  readonly kw: string
  /** Extension parameters; a source takes what it knows and ignores the rest. */
  readonly ext: Readonly<Record<string, unknown>>
}

/** A link the upstream marked as such. `start` and `end` are offsets of its label in the post's text; equal when it has none there. */
export interface Anchor {
  readonly start: number
  readonly end: number
  readonly href: string
  /** The access code the upstream gives for it apart from the text. */
  readonly code?: string
  /**
   * The upstream lists it as a share, on a cloud it calls so (`''` when it does not say). Which cloud it is the address decides;
   * this name counts where the address is of no host we know.
   */
  readonly cloud?: string
}

/** What a search source found: a text with links. Which addresses are shares is for `clouds.ts` to say. */
export interface Post {
  /** The upstream's own id of it, stable from one search to the next. */
  readonly id: string
  /** Where the upstream gives a title apart from the text; otherwise the text's first line serves. */
  readonly title?: string
  /** Plain text, line breaks kept, no tags, entities decoded. */
  readonly text: string
  /** Sorted by `start`. */
  readonly anchors: readonly Anchor[]
  /** When it was written. Absent when unknown; never invented. */
  readonly at?: Date
  /** Hashtags without the `#`, and what the upstream calls the categories of the post. */
  readonly tags: readonly string[]
  readonly images: readonly string[]
  /** Words that belong to it but are not shown with it (a link preview's title, a file's name): searched, never printed. */
  readonly aside: string
}

/** A source of posts; what they are worth shows only when they are understood. */
export interface SearchSource extends Omit<Source<SearchQuery, Post>, 'worthOf' | 'beside' | 'found'> {
  /** The keys of `ext` it reads. */
  readonly reads?: readonly string[]
}

/** What an operator may set of a plugin: a zod object, one field a setting, each with a default. */
interface SettingsSchema<Settings> extends Schema<Settings> {
  readonly shape: object
}

/** What a plugin's file exports; the runtime names it by its file. */
export interface Plugin<Settings = unknown> extends Pick<SearchSource, 'home' | 'limits' | 'doubtsEmpty'> {
  /** The keys of `ext` it reads: it is handed no others, and its answers are kept by them and the keyword. */
  readonly reads?: readonly string[]
  /** Field `base_url` of plugin `labi` is set by `LABI_BASE_URL`. */
  readonly settings?: SettingsSchema<Settings>
  /** Asks upstream. Throws `UpstreamError`; whatever else it throws counts as `mismatch`. */
  ask(query: SearchQuery, io: Io, settings: Settings): Promise<Post[]>
}

/** The environment, as far as plugins are set by it. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Makes the source of a plugin file's default export, with its settings from `env`.
 * @throws Error saying what is missing, or which setting is wrong and what is allowed.
 */
export function acceptPlugin(name: string, exported: unknown, env: Environment = {}): SearchSource {
  if (!isPlugin(exported)) throw new Error('its default export must have `home` (a web address) and `ask` (a function)')
  const { error } = definition.safeParse(exported)
  if (error) throw new Error(`${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`)
  const { home, limits, doubtsEmpty, reads = [] } = exported
  const settings = readSettings(name, exported.settings, env)
  const known = ({ kw, ext }: SearchQuery): SearchQuery => ({
    kw,
    ext: Object.fromEntries(reads.flatMap((key) => (Object.hasOwn(ext, key) ? [[key, ext[key]]] : []))),
  })
  return {
    id: `plugin:${name}`,
    home,
    ...(limits ? { limits } : {}),
    ...(doubtsEmpty ? { doubtsEmpty } : {}),
    reads,
    keyOf: (query) => JSON.stringify(known(query)),
    ask: async (query, io) => checked(await exported.ask(known(query), io, settings)),
  }
}

const lifeMs = z.int().min(0)
/** What of a definition is not a function: types say so of ours, an operator's own file may have none. */
const definition = z.looseObject({
  limits: z
    .strictObject({
      ...limitFields,
      freshMs: lifeMs,
      emptyFreshMs: lifeMs,
      staleMs: lifeMs,
    })
    .partial()
    .optional(),
  doubtsEmpty: z.boolean().optional(),
  reads: z.array(z.string()).optional(),
  settings: z.looseObject({ shape: z.looseObject({}) }).optional(),
})

const words = z.string()
const offset = z.int().min(0)
const anchor = z.object({
  start: offset,
  end: offset,
  href: words,
  code: words.optional(),
  cloud: words.optional(),
})
const posts = z.array(
  z.object({
    id: words.min(1),
    title: words.optional(),
    text: words,
    anchors: z.array(anchor),
    at: z.instanceof(Date).optional(),
    tags: z.array(words),
    images: z.array(words),
    aside: words,
  }),
)

/** Posts that are posts. Types say so of ours; an operator's own file may have none. @throws UpstreamError `mismatch`. */
function checked(given: readonly Post[]): Post[] {
  const read = posts.safeParse(given)
  // A text cut out of a page would keep the whole page in memory for as long as the answer is kept.
  if (read.success) return structuredClone([...given])
  const [issue] = read.error.issues
  throw new UpstreamError('mismatch', `the source gave no list of posts: ${issue?.path.join('.')}: ${issue?.message}`)
}

function isPlugin(exported: unknown): exported is Plugin {
  if (typeof exported !== 'object' || exported === null) return false
  const { home, ask } = { home: undefined, ask: undefined, ...exported }
  return typeof home === 'string' && URL.canParse(home) && typeof ask === 'function'
}
