// The dialogue in which one says who one is, loaded when it is first opened: most never do.
import { useEffect } from 'preact/hooks'
import { usePage } from '../page.ts'
import { late, NotLoadedNotice } from '../parts/late.tsx'

const EnterDialog = late(async () => (await import('./enter-dialog.tsx')).EnterDialog, NotLoaded)

/** There while it is open. */
export function Entering() {
  return usePage().entering.value ? <EnterDialog /> : null
}

/** It is not open then, and can be opened again. */
function NotLoaded() {
  const { entering } = usePage()
  useEffect(() => {
    entering.value = false
  }, [entering])
  return <NotLoadedNotice />
}
