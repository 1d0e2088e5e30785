// Observes which cards are near the viewport.

/** Distance from the viewport and from scroll containers. */
const margin = '300px 160px'

/** Observes cards. `watch` returns a function that stops it; an unwatched card counts as not near. */
export interface VisibilityObserver {
  watch(card: Element, id: string): () => void
}

/** Creates the observer; `onChange` is called for every card that comes near or leaves. */
export function createVisibilityObserver(onChange: (id: string, isNear: boolean) => void): VisibilityObserver {
  const ids = new Map<Element, string>()
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const id = ids.get(target)
        if (id !== undefined) onChange(id, isIntersecting)
      }
    },
    // Columns are scroll containers, and not all browsers apply `rootMargin` to those.
    { rootMargin: margin, scrollMargin: margin },
  )
  return {
    watch(card, id) {
      ids.set(card, id)
      observer.observe(card)
      return () => {
        ids.delete(card)
        observer.unobserve(card)
        onChange(id, false)
      }
    },
  }
}
