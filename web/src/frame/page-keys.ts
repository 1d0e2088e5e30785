// Keys of all views: the palette, the search box, the ways between views, and the table of keys.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { takesKeys } from '../components/takes-keys.ts'
import { usePage } from '../page-context.ts'

/** After `g`. */
const views: Readonly<Record<string, string>> = { s: '/', h: '/hot', w: '/watched', t: '/status' }

export function usePageKeys(): void {
  const { openDialog } = usePage()
  const { route } = useLocation()
  const isAfterG = useRef(false)
  // A layout effect: no key is lost between the first paint and the effect.
  useLayoutEffect(() => {
    const onPlainKey = (key: string): boolean => {
      const view = isAfterG.current ? views[key] : undefined
      isAfterG.current = key === 'g'
      if (view !== undefined) route(view)
      else if (key === '/') focusSearchBox(route)
      else if (key === '?') openDialog.value = 'keys'
      else return false
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const key = event.key.toLowerCase()
      const isControl = event.ctrlKey || event.metaKey
      const isPalette = key === 'k' && isControl && !event.altKey
      if (isPalette && !document.querySelector('dialog[open]')) openDialog.value = 'palette'
      if (isPalette || (!isControl && !event.altKey && !takesKeys(event.target) && onPlainKey(key)))
        event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [openDialog, route])
}

/** From other views it leads to the search view, whose box takes the focus. */
function focusSearchBox(route: (url: string) => void): void {
  const box = document.querySelector<HTMLInputElement>('input[name=kw]')
  box?.focus()
  box?.select()
  if (!box) route('/')
}
