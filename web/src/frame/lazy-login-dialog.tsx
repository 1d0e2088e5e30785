// Loads the login dialog when it is first opened, which most users never do.
import { useEffect } from 'preact/hooks'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { usePage } from '../page-context.ts'

const EnterDialog = lazyComponent(async () => (await import('./login-dialog.tsx')).LoginDialog, CloseOnLoadError)

export function LazyLoginDialog() {
  return usePage().isLoginOpen.value ? <EnterDialog /> : null
}

/** Resets the state to closed, so that the dialog can be opened again. */
function CloseOnLoadError() {
  const { isLoginOpen } = usePage()
  useEffect(() => {
    isLoginOpen.value = false
  }, [isLoginOpen])
  return <LoadErrorToast />
}
