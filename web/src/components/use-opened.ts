// What is opened over a view has an address, so that a reload keeps it and going back closes it.
import { useLocation } from 'preact-iso'

/** State of an entry in the browser's history that opened something, so that the entry before it is the view alone. */
export const openedHere = 'opened'

/** `name`: the parameter of the address. `value` is what is open; undefined for nothing. */
export function useOpened(name: string) {
  const { url, query, route } = useLocation()
  const address = (value?: string) => {
    const { pathname, searchParams } = new URL(url, location.origin)
    if (value === undefined) searchParams.delete(name)
    else searchParams.set(name, value)
    return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
  }
  return {
    value: query[name],
    open(value: string): void {
      route(address(value))
      history.replaceState(openedHere, '')
    },
    close(): void {
      if (history.state !== openedHere) {
        route(address(), true)
        return
      }
      // A second press must not go back twice.
      history.replaceState(null, '')
      history.back()
    },
  }
}
