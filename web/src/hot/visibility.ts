// Observes which cards are near the viewport.

/** Distance from the viewport and from scroll containers. */
const margin = '300px 160px'

export type VisibilityObserver = ReturnType<typeof createVisibilityObserver>

/** `onChange` is called for every list that comes near or leaves. A list may have several cards; it is near while one of them is. */
export function createVisibilityObserver(onChange: (id: string, isNear: boolean) => void) {
  const watched = new Map<Element, { readonly id: string; readonly onLeave: () => void }>()
  const near = new Map<string, Set<Element>>()
  const update = (card: Element, id: string, isNear: boolean) => {
    const cards = near.get(id) ?? new Set()
    near.set(id, cards)
    if (isNear) cards.add(card)
    else cards.delete(card)
    onChange(id, cards.size > 0)
  }
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const card = watched.get(target)
        if (card) update(target, card.id, isIntersecting)
        if (!isIntersecting) card?.onLeave()
      }
    },
    // Columns are scroll containers, and not all browsers apply `rootMargin` to those.
    { rootMargin: margin, scrollMargin: margin },
  )
  return {
    /** Returns a function that stops it; an unwatched card counts as not near. `onLeave` is called when this card leaves. */
    watch(card: Element, id: string, onLeave: () => void): () => void {
      watched.set(card, { id, onLeave })
      observer.observe(card)
      return () => {
        watched.delete(card)
        observer.unobserve(card)
        update(card, id, false)
      }
    },
  }
}
