// What a search source is and what it finds: posts, as the upstream shows them, not yet understood.
import type { Source } from '../upstream/source.ts'

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
  /** Hashtags without the `#`. */
  readonly tags: readonly string[]
  readonly images: readonly string[]
  /** Words that belong to it but are not shown with it (a link preview's title, a file's name): searched, never printed. */
  readonly aside: string
}

/** A source of posts. */
export type SearchSource = Source<SearchQuery, Post>

/** What a plugin's file exports; the runtime names it by its file. */
export type Plugin = Omit<SearchSource, 'id'>

/**
 * Makes the source of a plugin file's default export.
 * @throws Error saying what is missing.
 */
export function acceptPlugin(name: string, exported: unknown): SearchSource {
  if (!isPlugin(exported)) throw new Error('its default export must have `home` (a web address) and `ask` (a function)')
  return { ...exported, id: `plugin:${name}` }
}

function isPlugin(exported: unknown): exported is Plugin {
  if (typeof exported !== 'object' || exported === null) return false
  const { home, ask } = { home: undefined, ask: undefined, ...exported }
  return typeof home === 'string' && URL.canParse(home) && typeof ask === 'function'
}
