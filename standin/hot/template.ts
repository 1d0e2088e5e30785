// Template type: where the items of a sample are, and which of their values change.
import type { Span } from './find-items.ts'
import type { Order } from './list-members.ts'

/**
 * Kind of a value. `time` is the displayed time; `beijing` is it in China time in a format without a zone that otherwise
 * means UTC. `title` is a Chinese sentence; `name` (two words), `phrase` (a sentence) and `slug` (for URLs) are English;
 * `work` is the title of an invented work, which channels have links of. `picture` is the name of an image.
 */
export type Kind = 'id' | 'slug' | 'title' | 'work' | 'picture' | 'name' | 'phrase' | 'time' | 'beijing' | 'figure'

/** The spots of an item: a value is the first group of the first match of a pattern; a match is optional. */
export type Spots = Readonly<Partial<Record<Kind, readonly RegExp[]>>>

/**
 * Describes how a sample becomes a growing list. Ids and texts change at every occurrence in an item, other values only
 * at their spot.
 */
export interface Template {
  /** `folder/body file` of the fixture. */
  readonly body: string
  /** The items of the sample, where they stand in it. */
  readonly spans: readonly Span[]
  /**
   * The body whose members it has; default: its own. Upstreams of one list with the same members agree on ids and
   * texts.
   */
  readonly membersOf?: string
  /** Default `hottest`. */
  readonly order?: Order
  /** Number of members; default 30. */
  readonly size?: number
  /** Times outside the items; they show the current time. */
  readonly clocks?: readonly RegExp[]
  /** By the text of an item. Other items stay unchanged in their places: pinned, advertised or archived ones. */
  readonly spots: ReadonlyMap<string, Spots>
}
