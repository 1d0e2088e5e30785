// Context of the board, for all of its components.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Asking } from '../fetching.ts'
import type { PageParts } from '../page.ts'
import { type Board, createBoard } from './board.ts'
import type { NearScreen } from './near-screen.ts'
import { browserTimers } from './timers.ts'

export interface BoardSight {
  readonly board: Board
  readonly screen: NearScreen
  /** Whether there is space for one column only. */
  readonly isNarrow: boolean
}

const Sight = createContext<BoardSight | undefined>(undefined)

export const WithSight = Sight.Provider

/** Returns the board context. @throws Error outside of the provider. */
export function useSight(): BoardSight {
  const sight = useContext(Sight)
  if (!sight) throw new Error('useSight: no board context above this component')
  return sight
}

/** A board outlives its view, so that the user finds it unchanged on return. */
const boards = new WeakMap<Asking, Board>()

/** Returns the board of a page, created on first use. */
export function boardOf({ asking, shelf }: PageParts, epochMs: () => number): Board {
  const known = boards.get(asking)
  if (known) return known
  const made = createBoard({ asking, shelf, timers: browserTimers, epochMs })
  boards.set(asking, made)
  return made
}
