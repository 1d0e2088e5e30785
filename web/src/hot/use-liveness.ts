// The board is live while somebody looks at it and there is a network.
import { useEffect } from 'preact/hooks'
import type { Board } from './board.ts'

/** Follows the lists near the screen while the board is there, is seen, and the browser is online. */
export function useLiveness({ following, isOffline, leave }: Board): void {
  useEffect(() => {
    const look = () => {
      isOffline.value = !navigator.onLine
      if (document.hidden || !navigator.onLine) following.pause()
      else following.resume()
    }
    look()
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
      removeEventListener('offline', look)
      leave()
    }
  }, [following, isOffline, leave])
}
