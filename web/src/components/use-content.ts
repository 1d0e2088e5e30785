// Tells the page that the first view shows its content.
import { useEffect } from 'preact/hooks'
import { usePage } from '../page-context.ts'

/** For components whose content makes the view useful, or says why there is none. */
export function useContent(isThere: boolean): void {
  const { hasContent } = usePage()
  useEffect(() => {
    if (isThere) hasContent.value = true
  }, [hasContent, isThere])
}
