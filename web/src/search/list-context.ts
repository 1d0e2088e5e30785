// What the results of a list share.
import type { CollectedLink } from '../../../client/link-collector.ts'
import type { CollectedWork } from '../../../client/work-collector.ts'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import type { Result } from './arrange.ts'
import type { LinkChecking } from './link-checking.ts'
import type { Selection } from './works/selection.ts'

/** What the parts of an opened work share. */
export interface WorkContext extends Pick<ListContext, 'checking' | 'mine'> {
  readonly work: CollectedWork
}

export interface ListContext {
  /** The keyword, highlighted in titles. */
  readonly kw: string
  readonly mine: readonly CloudType[]
  readonly checking: LinkChecking
  readonly selection: Selection
  /** Whether the search runs or the user reads, so that nothing may move. */
  readonly isStill: { readonly current: boolean }
  readonly onOpen: (result: Result) => void
  /** Copies a link, by default the best one. */
  readonly onCopy: (result: Result, link?: CollectedLink) => void
  /** Shows or folds the works of a title. */
  readonly onUnfold: (title: string) => void
}
