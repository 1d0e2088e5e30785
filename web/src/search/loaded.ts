// Lazy-loaded modules of the search view.
import { useEffect, useState } from 'preact/hooks'

export function loadProblems() {
  return import('./problems.tsx')
}

/** Loads a module once `isWanted`; `load` must be a stable function. Calls `failed` if loading fails. */
export function useLoaded<Piece>(
  load: () => Promise<Piece>,
  isWanted: boolean,
  failed?: () => void,
): Piece | undefined {
  const [loaded, setLoaded] = useState<{ readonly piece: Piece } | undefined>()
  useEffect(() => {
    if (!isWanted || loaded) return
    let isHere = true
    const take = (piece: Piece) => {
      if (isHere) setLoaded({ piece })
    }
    // After a failure, it is loaded again the next time it is needed.
    load().then(take, () => failed?.())
    return () => {
      isHere = false
    }
  }, [isWanted, loaded, load])
  return loaded?.piece
}
