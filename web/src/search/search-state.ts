// State of a search: what is requested, and how the results are displayed.
import type { CloudType } from '../../../src/contract/cloud-types.ts'

/** The first five fields are sent to the server, the others apply in the page. Empty lists mean all. */
export interface SearchState {
  readonly kw: string
  readonly src: 'all' | 'tg' | 'plugin'
  readonly channels: readonly string[]
  readonly plugins: readonly string[]
  readonly types: readonly CloudType[]

  readonly tab: 'all' | CloudType
  readonly sort: 'best' | 'time'
  /** A title must contain one of these words. */
  readonly include: readonly string[]
  /** A title must contain none of these words. */
  readonly exclude: readonly string[]
  readonly hidesDead: boolean
}

/** The initial state: no keyword, all defaults. */
export const emptySearch: SearchState = {
  kw: '',
  src: 'all',
  channels: [],
  plugins: [],
  types: [],
  tab: 'all',
  sort: 'best',
  include: [],
  exclude: [],
  hidesDead: false,
}
