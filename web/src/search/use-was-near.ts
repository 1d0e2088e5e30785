// Whether an element has come near the screen: pictures of others are not loaded.
import { useEffect, useState } from 'preact/hooks'

export function useWasNear(element: { readonly current: HTMLElement | null }): boolean {
  const [wasNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '100px' },
    )
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return wasNear
}
