// The results on the screen.

/** Covered by the sticky tools. */
const stickyPx = 48

/** The elements of a list that are on the screen. Pages are looked at first: the browser lays out no others. */
export function visibleItems(list: HTMLElement | null): readonly HTMLElement[] {
  const isOnScreen = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > stickyPx && top < innerHeight
  }
  const pages = [...(list?.querySelectorAll('ul') ?? [])].filter(isOnScreen)
  return pages.flatMap((page) => [...page.querySelectorAll<HTMLElement>(':scope > li')]).filter(isOnScreen)
}
