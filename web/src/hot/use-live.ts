// Runs live updates while the board is visible and the browser is online.
import { useEffect } from 'preact/hooks'
import type { Board } from './board.ts'

/** Pauses and resumes live updates with visibility and network, and ends them on unmount. */
export function useLive({ liveUpdates, isOffline, onClose }: Board): void {
  useEffect(() => {
    const update = () => {
      isOffline.value = !navigator.onLine
      if (document.hidden || !navigator.onLine) liveUpdates.pause()
      else liveUpdates.resume()
    }
    update()
    document.addEventListener('visibilitychange', update)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      removeEventListener('online', update)
      removeEventListener('offline', update)
      onClose()
    }
  }, [liveUpdates, isOffline, onClose])
}
