// Alt+arrow on any focused element of a box.
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

export function useStepKeys(box: RefObject<HTMLElement>, step: (by: -1 | 1) => void): void {
  useEffect(() => {
    const element = box.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      step(event.key === 'ArrowUp' ? -1 : 1)
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  })
}
