// Runs live updates while the board is visible and the browser is online.
import { useEffect } from 'preact/hooks'
import type { Board } from './board.ts'

/** Pauses and resumes live updates with visibility and network, and ends them on unmount. */
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
