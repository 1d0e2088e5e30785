// The types of a hot list's source file: a family, its lists and their items.
import type { columns } from '../contract/columns.ts'
import type { Io, Limits, Schema } from '../upstream/source.ts'

export type Maybe<Value> = Value | null | undefined

/**
 * An item of a hot list as a source returns it, best or newest first. Null, undefined and blank values count as absent. Items without
 * id, title or http(s) URL are dropped, and so are duplicate ids.
 */
export interface HotItem {
  /** The upstream's id of the item. */
  readonly id: Maybe<string | number>
  /** Plain text; white space is collapsed. */
  readonly title: Maybe<string>
  readonly url: Maybe<string>
  readonly mobileUrl?: Maybe<string>
  /** Publication time; absent when unknown, never a guess. */
  readonly pubDate?: Maybe<Date>
  /** The upstream's heat value, in its own unit. */
  readonly hot?: Maybe<number>
  readonly hover?: Maybe<string>
  /** A short note shown next to the title: heat, author. */
  readonly info?: Maybe<string>
  /** A date as text where no exact time is known: `2026-07`. */
  readonly date?: Maybe<string>
  /** URL of a small image: a label, a cover. */
  readonly icon?: Maybe<string>
}

interface FamilyDefaults {
  readonly name: string
  /** A page for people, not an API. */
  readonly home: string
  readonly column: (typeof columns)[number]
  readonly color: string
  /** Requirements other than settings, as text: `a network outside mainland China`. */
  readonly needs?: string
}

export interface List<Settings = unknown> extends Partial<FamilyDefaults> {
  /** Distinguishes the list from the site's other lists: `实时热搜`. */
  readonly title?: string
  /** `hottest` is a ranking, `realtime` a timeline, newest first. */
  readonly type: 'hottest' | 'realtime'
  /** Seconds for which a list is fresh, and the minimum time between two upstream requests for it. */
  readonly interval: number
  /** Disabled unless the operator enables it: for sites that block programs, and for lists that few people need. */
  readonly isOff?: boolean
  /** An empty list is valid and not a failure: for lists of events or announcements. */
  readonly mayBeEmpty?: boolean
  /** The list covers one day in China and becomes stale at midnight there, whatever its interval. */
  readonly isOfToday?: boolean
  readonly limits?: Partial<Limits>
  /**
   * Requests the list from the upstream. Throws `UpstreamError`; any other error counts as `mismatch`, and so does an empty list unless
   * `mayBeEmpty`. The same holds for each alternative of `io.firstOf`, which must return a complete list.
   */
  ask(io: Io, settings: Settings): Promise<HotItem[]>
}

/** The default export of a source file. The file has the family's name; that name as an id resolves to the family's first list. */
export interface Family<Settings = unknown> extends FamilyDefaults {
  /** Lists by id: the family's name, or the name, a dash and a suffix. */
  readonly lists: Readonly<Record<string, List<Settings>>>
  /** Field `cookie` of family `weibo` is set by `WEIBO_COOKIE`. */
  readonly settings?: Schema<Settings> & { readonly shape: object }
}

export function defineFamily<Settings = undefined>(definition: Family<Settings>): Family<Settings> {
  return definition
}
