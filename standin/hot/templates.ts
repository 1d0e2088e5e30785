// The templates of all lists that grow: derived from their fixtures, with traits that a fixture does not show, and some written by hand.

import { z } from 'zod'
import { deriveTemplate } from './derive-template.ts'
import type { Repeated } from './find-items.ts'
import type { Order } from './list-members.ts'
import type { Exchange } from './load-exchanges.ts'
import traits from './traits.json' with { type: 'json' }
import { writtenTemplates } from './written-templates.ts'

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

const pattern = z.string().transform((source) => new RegExp(source))

/** What a fixture does not show, by the name of its sample. */
const traitsByName = z
  .record(
    z.string(),
    z.object({
      size: z.int().exactOptional(),
      order: z.enum(['hottest', 'newest']).exactOptional(),
      membersOf: z.string().exactOptional(),
      limit: z.object({ by: z.string(), most: z.int(), otherwise: z.int() }).exactOptional(),
      parameters: z.record(z.string(), pattern).exactOptional(),
      planted: z.array(z.tuple([z.int(), z.string()])).exactOptional(),
    }),
  )
  .parse(traits)

/** What further upstreams of a list have in common with the first. */
function sharedWith({ body, membersOf = body, order = 'hottest', size = 30 }: Template): Partial<Template> {
  return { membersOf, order, size }
}

const derived = new WeakMap<readonly Exchange[], ReadonlyMap<string, Template>>()

/** The templates by the name of the sample, derived once. Recorded replies stay as they are. */
export function templatesFor(exchanges: readonly Exchange[]): ReadonlyMap<string, Template> {
  const templates = derived.get(exchanges) ?? deriveAll(exchanges)
  derived.set(exchanges, templates)
  return templates
}

function deriveAll(exchanges: readonly Exchange[]): ReadonlyMap<string, Template> {
  const templates = new Map(writtenTemplates.map((template) => [template.body, template]))
  const firstOf = new Map<string, Template>()
  for (const { name, source, alike, isRecorded, sample } of exchanges) {
    if (isRecorded || alike !== undefined) continue
    const first = firstOf.get(source)
    const template = templates.get(name) ?? templateOf(sample(), first)
    if (template === undefined) continue
    templates.set(name, template)
    if (first === undefined) firstOf.set(source, template)
  }
  return templates
}

function templateOf(sample: Parameters<typeof deriveTemplate>[0], first: Template | undefined): Template | undefined {
  const derived = deriveTemplate(sample)
  const clocks = sample.text.includes('<lastBuildDate>') ? [/<lastBuildDate>(.+?)</] : []
  return derived && { ...derived, clocks, ...(first && sharedWith(first)), ...traitsByName[sample.name] }
}
