// What must be known of a sample to make a living list of it: where its items are and which of their values change.

import type { Repeated } from '../find-repeated.ts'
import type { Order } from '../list-members.ts'

/**
 * What a value is. `birth` is the time an item came, which never changes, `time` the one it shows. `title` is a Chinese sentence and `place` what it begins with;
 * `name` (two words), `phrase` (a sentence) and `slug` (for addresses) are English.
 */
export type Kind = 'id' | 'slug' | 'title' | 'place' | 'name' | 'phrase' | 'birth' | 'time' | 'figure' | 'rank'

/** Where a value is in the text of an item: a JSON field, or the first group of a pattern. The first hit counts; none is no mistake. */
export type Spot = string | RegExp

/** A sample as the pattern of a living list. Ids and texts change wherever they stand in an item, the other values where they are found. */
export interface Template {
  /** `folder/body file` of the fixture. */
  readonly body: string
  /** Most bodies have one repeated part; where there are two, each has all members. */
  readonly repeated: readonly Repeated[]
  /** The body whose members it has; its own unless given. Upstreams of one list that have the same members agree on ids and texts. */
  readonly membersOf?: string
  /** Items that stay word for word in their places: what is pinned, advertised, archived. */
  readonly keep?: RegExp
  /** Items that repeat the member before them. */
  readonly echo?: RegExp
  /** Whose items to take, where this sample has none. */
  readonly like?: string
  /** `hottest` unless given. */
  readonly order?: Order
  /** How many members it has; 30 unless given. */
  readonly size?: number
  /** Items the sheet tells of and the sample has not, and the places where they stand. */
  readonly planted?: ReadonlyArray<readonly [at: number, item: string]>
  /** The parameter by which fewer members can be asked for: a number from 1 to `most`, and `otherwise` for any other. */
  readonly limit?: { readonly by: string; readonly most: number; readonly otherwise: number }
  /** Where a body says again what a parameter was: the first group of every match. One that is missing or empty changes nothing. */
  readonly saidAgain?: Readonly<Record<string, RegExp>>
  /** Times outside of the items: they are of the moment. */
  readonly clocks?: readonly Spot[]
  readonly spots: Readonly<Partial<Record<Kind, readonly Spot[]>>>
}
