// A search as its reader set it up: what the service is asked, and how the answer is shown.
import type { CloudType } from '../../../src/contract/search.ts'

/** The first part goes to the service; the second is applied in the page. Empty lists mean all. */
export interface SearchAsk {
  readonly kw: string
  readonly src: 'all' | 'tg' | 'plugin'
  readonly channels: readonly string[]
  readonly plugins: readonly string[]
  readonly types: readonly CloudType[]

  readonly tab: 'all' | CloudType
  readonly sort: 'best' | 'time'
  /** Words of which one has to be in a title. */
  readonly include: readonly string[]
  /** Words of which none may be in a title. */
  readonly exclude: readonly string[]
  readonly hidesDead: boolean
}

/** Nothing asked yet, everything as it is at first. */
export const noAsk: SearchAsk = {
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
