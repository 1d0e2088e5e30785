// State of a search: what is requested, and how the results are displayed.
import type { CloudType } from '../../../src/contract/cloud-types.ts'

/** The first five fields are sent to the server, the others apply in the page. Empty lists mean all. */
export interface SearchState {
  readonly kw: string
  readonly src: 'all' | 'tg' | 'plugin'
  readonly channels: readonly string[]
  readonly plugins: readonly string[]
  readonly types: readonly CloudType[]

  /** A share that was pasted, as `writeShare` writes it: shown above the results. */
  readonly share?: string | undefined
  readonly view: 'works' | 'links'
  /** Attributes that a work must have: see `attribute-ids.ts`. */
  readonly attributes: readonly string[]
  /** `tab`, `include` and `exclude` apply to the links view only. */
  readonly tab: 'all' | CloudType
  readonly sort: 'best' | 'time'
  /** A title must contain one of these words. */
  readonly include: readonly string[]
  /** A title must contain none of these words. */
  readonly exclude: readonly string[]
  readonly hidesDead: boolean
}

export const emptySearch: SearchState = {
  kw: '',
  src: 'all',
  channels: [],
  plugins: [],
  types: [],
  view: 'works',
  attributes: [],
  tab: 'all',
  sort: 'best',
  include: [],
  exclude: [],
  hidesDead: false,
}

/** Whether only these channels are searched; those with `+` are searched besides all others. */
export function isRestricted(channels: readonly string[]): boolean {
  return channels.some((name) => !name.startsWith('+'))
}

/** Whether only a part of the sources or clouds is searched. */
export function isNarrowed({ src, types, channels, plugins }: SearchState): boolean {
  return src !== 'all' || types.length + plugins.length > 0 || isRestricted(channels)
}

/** The view where none is named: filters of links are for the list of links. */
export function defaultView({
  tab,
  include,
  exclude,
}: Pick<SearchState, 'tab' | 'include' | 'exclude'>): SearchState['view'] {
  return tab !== 'all' || include.length + exclude.length > 0 ? 'links' : 'works'
}
