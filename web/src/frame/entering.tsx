// Loads the login dialog when it is first opened, which most users never do.
import { useEffect } from 'preact/hooks'
import { usePage } from '../page.ts'
import { late, NotLoadedNotice } from '../parts/late.tsx'

const EnterDialog = late(async () => (await import('./enter-dialog.tsx')).EnterDialog, NotLoaded)

export function Entering() {
  return usePage().entering.value ? <EnterDialog /> : null
}

/** Resets the state to closed, so that the dialog can be opened again. */
function NotLoaded() {
  const { entering } = usePage()
  useEffect(() => {
    entering.value = false
  }, [entering])
  return <NotLoadedNotice />
}
