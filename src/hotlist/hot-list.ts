// What a hot list is and what is in it; and how a source file, which holds a family of lists, becomes lists that can be asked.
import type { columns } from '../contract/hotlist.ts'
import type { Io, Limits, Schema } from '../upstream/source.ts'

/** What a foreign reply may lack. */
export type Maybe<Value> = Value | null | undefined

/**
 * An entry of a hot list as a source gives it, best or newest first. What is null, undefined or blank is absent; an item without id, title or
 * web address is left out, and so is a second one of the same id.
 */
export interface HotItem {
  /** The upstream's own id of it. */
  readonly id: Maybe<string | number>
  /** Plain text; breaks and runs of blanks become one blank. */
  readonly title: Maybe<string>
  readonly url: Maybe<string>
  readonly mobileUrl?: Maybe<string>
  /** When it was published. Absent when unknown; never invented. */
  readonly pubDate?: Maybe<Date>
  /** How hot the upstream says it is, in its own measure. */
  readonly hot?: Maybe<number>
  /** A summary, plain text. */
  readonly hover?: Maybe<string>
  /** A few words beside the title: heat, author. */
  readonly info?: Maybe<string>
  /** A time for people where no moment is known: `2026-07`. */
  readonly date?: Maybe<string>
  /** The address of a small picture: a label, a cover. */
  readonly icon?: Maybe<string>
}

/** What all lists of a family have unless they say otherwise. */
interface Shown {
  /** The name of the site: `微博`. */
  readonly name: string
  /** A page a person would open. */
  readonly home: string
  readonly column: (typeof columns)[number]
  /** `#rrggbb`. */
  readonly color: string
  /** What it takes besides settings, for people: `a network outside mainland China`. */
  readonly needs?: string
}

/** A list of a family. */
export interface List<Settings = unknown> extends Partial<Shown> {
  /** What tells it from the site's other lists: `实时热搜`. */
  readonly title?: string
  /** `hottest` is a ranking, `realtime` a time line, newest first. */
  readonly type: 'hottest' | 'realtime'
  /** Seconds for which a list is fresh, and the least time between two looks at the upstream. */
  readonly interval: number
  /** Known, but not asked unless an operator turns it on: for sites that turn programs away, and lists that few people want. */
  readonly isOff?: boolean
  /** For lists of what happened or was announced, where nothing is an answer too: then a list of nothing is no failure. */
  readonly mayBeEmpty?: boolean
  /** Is what it holds of one day in China? Then it is old at midnight there, whatever its interval. */
  readonly isOfToday?: boolean
  readonly limits?: Partial<Limits>
  /**
   * Asks upstream. Throws `UpstreamError`; whatever else it throws counts as `mismatch`, and so does a list of nothing unless it may
   * be empty, also as one way of `io.firstOf`: that is for whole lists here.
   */
  ask(io: Io, settings: Settings): Promise<HotItem[]>
}

/** What a source file exports. The file is named for the family; an asked id that is the family's name means its first list. */
export interface Family<Settings = unknown> extends Shown {
  /** By id: the family's name, or the name and a dash and more. */
  readonly lists: Readonly<Record<string, List<Settings>>>
  /** Field `cookie` of family `weibo` is set by `WEIBO_COOKIE`. */
  readonly settings?: Schema<Settings> & { readonly shape: object }
}

/** Gives a family its types; a source file exports what this returns. */
export function family<Settings = undefined>(definition: Family<Settings>): Family<Settings> {
  return definition
}
