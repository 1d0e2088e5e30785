// The shared context of all cards of a list.
import type { CollectedLink } from '../../../../client/link-collector.ts'
import type { CollectedWork } from '../../../../client/work-collector.ts'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import type { LinkChecking } from '../link-checking.ts'
import type { Selection } from './selection.ts'

/** The context that cards need beside their work. */
export interface CardContext {
  /** The keyword, highlighted in titles. */
  readonly kw: string
  readonly mine: readonly CloudType[]
  readonly checking: LinkChecking
  readonly selection: Selection
  /** Whether the search runs or the user reads, so that nothing may move. */
  readonly isStill: { readonly current: boolean }
  /** Shows all links of the work. */
  readonly onOpen: (key: string) => void
  readonly onCopy: (work: CollectedWork, link: CollectedLink) => void
}
