// Template type: where the items of a sample are, and which of their values change.
import type { Repeated } from './find-items.ts'
import type { Order } from './list-members.ts'

/**
 * Kind of a value. `birth` is the arrival time of an item and never changes; `time` is the displayed time; `beijing` is it
 * in China time in a format without a zone that otherwise means UTC. `title` is a
 * Chinese sentence and `place` its beginning; `name` (two words), `phrase` (a sentence) and `slug` (for URLs) are
 * English; `work` is the title of an invented work, which channels have links of. `picture` is the name of an image.
 */
export type Kind =
  | 'id'
  | 'slug'
  | 'title'
  | 'work'
  | 'picture'
  | 'place'
  | 'name'
  | 'phrase'
  | 'birth'
  | 'time'
  | 'beijing'
  | 'figure'
  | 'rank'

/**
 * Location of a value in an item: a JSON field, or the first group of a pattern. Only the first match counts; a match
 * is optional.
 */
export type Spot = string | RegExp

/** The spots of an item. */
export type Spots = Readonly<Partial<Record<Kind, readonly Spot[]>>>

/**
 * Describes how a sample becomes a growing list. Ids and texts change at every occurrence in an item, other values only
 * at their spot.
 */
export interface Template {
  /** `folder/body file` of the fixture. */
  readonly body: string
  /** Most bodies have one repeated part; with two, each contains all members. */
  readonly repeated: readonly Repeated[]
  /**
   * The body whose members it has; default: its own. Upstreams of one list with the same members agree on ids and
   * texts.
   */
  readonly membersOf?: string
  /** Items that stay unchanged in their places: pinned, advertised or archived ones. */
  readonly keep?: Pick<RegExp, 'test'>
  /** Items that repeat the member before them. */
  readonly echo?: RegExp
  /** The body that supplies the items when this sample has none. */
  readonly like?: string
  /** Default `hottest`. */
  readonly order?: Order
  /** Number of members; default 30. */
  readonly size?: number
  /** Items that the sheet describes and the sample lacks, with their positions. */
  readonly planted?: ReadonlyArray<readonly [at: number, item: string]>
  /** The parameter that limits the number of members: a number from 1 to `most`; any other value means `otherwise`. */
  readonly limit?: { readonly by: string; readonly most: number; readonly otherwise: number }
  /** Where a body repeats a parameter: the first group of every match. A missing or empty parameter changes nothing. */
  readonly parameters?: Readonly<Record<string, RegExp>>
  /** Times outside the items; they show the current time. */
  readonly clocks?: readonly Spot[]
  /** The same for all items, or by the text of an item. */
  readonly spots: Spots | ((item: string) => Spots)
}
