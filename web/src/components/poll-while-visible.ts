// Polling while somebody can see what comes of it.

/** Looks at intervals while the page is visible, and when it becomes visible or the browser online. Returns what ends it. */
export function pollWhileVisible(look: () => void, everyMs: number): () => void {
  const lookIfVisible = () => {
    if (!document.hidden) look()
  }
  const timer = setInterval(lookIfVisible, everyMs)
  document.addEventListener('visibilitychange', lookIfVisible)
  addEventListener('online', lookIfVisible)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', lookIfVisible)
    removeEventListener('online', lookIfVisible)
  }
}
