// Whether the screen has space for one column only.
import { useEffect, useState } from 'preact/hooks'

/** `max-md` of the styles. */
const narrow = 'not all and (min-width: 48rem)'

/** Updates when the window is resized. `media` is the media query of narrow screens. */
export function useNarrow(media = narrow): boolean {
  const [query] = useState(() => matchMedia(media))
  const [isNarrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    const look = () => setNarrow(query.matches)
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [query])
  return isNarrow
}
