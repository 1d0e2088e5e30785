// Which cards are near the screen.

/** Within so much of the screen, and of what scrolls in it. */
const margin = '300px 160px'

/** Watches cards come and go, each until what `watch` returns is called; a card that is watched no more is not near. */
export interface NearScreen {
  watch(card: Element, id: string): () => void
}

/** Makes it; `near` is told of every card that came near, or left. */
export function createNearScreen(near: (id: string, isNear: boolean) => void): NearScreen {
  const ids = new Map<Element, string>()
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const id = ids.get(target)
        if (id !== undefined) near(id, isIntersecting)
      }
    },
    // Columns scroll by themselves, and not all browsers widen them by the first.
    { rootMargin: margin, scrollMargin: margin },
  )
  return {
    watch(card, id) {
      ids.set(card, id)
      observer.observe(card)
      return () => {
        ids.delete(card)
        observer.unobserve(card)
        near(id, false)
      }
    },
  }
}
