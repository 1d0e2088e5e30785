// Context of the board, for all of its components.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import type { ApiClient } from '../api-client.ts'
import type { PageContext } from '../page-context.ts'
import { browserTimers } from '../timers.ts'
import { Board } from './board.ts'
import type { BoardTab } from './tabs.ts'
import type { VisibilityObserver } from './visibility.ts'

export interface BoardContext {
  readonly board: Board
  readonly recordOf: ReadonlyMap<string, SourceRecord>
  readonly screen: VisibilityObserver
  readonly currentTab: BoardTab
  readonly isNarrow: boolean
}

const Context = createContext<BoardContext | undefined>(undefined)

export const BoardScope = Context.Provider

/** Returns the board context. @throws Error outside of the provider. */
export function useBoard(): BoardContext {
  const board = useContext(Context)
  if (!board) throw new Error('useBoard: no board context above this component')
  return board
}

/** A board outlives its view, so that the user finds it unchanged on return. */
const boards = new WeakMap<ApiClient, Board>()

/** Returns the board of a page, created on first use. */
export function getBoard({ api, storage }: PageContext, epochMs: () => number): Board {
  const known = boards.get(api)
  if (known) return known
  const created = new Board({ api, storage, timers: browserTimers, epochMs })
  boards.set(api, created)
  return created
}
