// Pieces of the view that are loaded when they are first wanted.
import { useEffect, useState } from 'preact/hooks'

/** Which sources failed and why. */
export function loadProblems() {
  return import('./problems.tsx')
}

/** The piece once it is there. `load` has to be the same function each time; `failed` hears when it did not come. */
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
    // Without network it stays away; the next time it is wanted it is tried again.
    load().then(take, () => failed?.())
    return () => {
      isHere = false
    }
  }, [isWanted, loaded, load])
  return loaded?.piece
}
