// What every piece of the board may use.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Asking } from '../fetching.ts'
import type { PageParts } from '../page.ts'
import { type Board, createBoard } from './board.ts'
import type { NearScreen } from './near-screen.ts'
import { browserTimers } from './timers.ts'

/** The board, and how it is looked at. */
export interface BoardSight {
  readonly board: Board
  readonly screen: NearScreen
  /** Is there room for one column only? */
  readonly isNarrow: boolean
}

const Sight = createContext<BoardSight | undefined>(undefined)

/** Gives it to all below. */
export const WithSight = Sight.Provider

/** The board. @throws where no provider stands above. */
export function useSight(): BoardSight {
  const sight = useContext(Sight)
  if (!sight) throw new Error('a piece of the board stands outside of it')
  return sight
}

/** A board outlasts its view: who comes back finds it as it was. */
const boards = new WeakMap<Asking, Board>()

/** The board of the page. `now` is the clock. */
export function boardOf({ asking, shelf }: PageParts, now: () => number): Board {
  const known = boards.get(asking)
  if (known) return known
  const made = createBoard({ asking, shelf, timers: browserTimers, now })
  boards.set(asking, made)
  return made
}
