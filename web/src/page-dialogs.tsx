// The dialogs of the page frame, each loaded when it is first opened.
import { useEffect } from 'preact/hooks'
import { LoadErrorToast, lazyComponent } from './components/lazy.tsx'
import { usePage } from './page-context.ts'

const LoginDialog = lazyComponent(async () => (await import('./frame/login-dialog.tsx')).LoginDialog, CloseOnLoadError)
const Palette = lazyComponent(async () => (await import('./palette/palette.tsx')).Palette, CloseOnLoadError)
const PhoneMenu = lazyComponent(async () => (await import('./palette/phone-menu.tsx')).PhoneMenu, CloseOnLoadError)
const KeysDialog = lazyComponent(async () => (await import('./palette/keys-dialog.tsx')).KeysDialog, CloseOnLoadError)
const WatchDialog = lazyComponent(
  async () => (await import('./watches/watch-dialog.tsx')).WatchDialog,
  CloseOnLoadError,
)

export function PageDialogs() {
  const { isLoginOpen, openDialog, watchOffers } = usePage()
  const close = () => {
    openDialog.value = undefined
  }
  return (
    <>
      {watchOffers.value && <WatchDialog offers={watchOffers.value} />}
      {isLoginOpen.value && <LoginDialog />}
      {openDialog.value === 'palette' && <Palette onClose={close} />}
      {openDialog.value === 'menu' && <PhoneMenu onClose={close} />}
      {openDialog.value === 'keys' && <KeysDialog onClose={close} />}
    </>
  )
}

/** Resets the state to closed, so that the dialog can be opened again. */
function CloseOnLoadError() {
  const { isLoginOpen, openDialog, watchOffers } = usePage()
  useEffect(() => {
    isLoginOpen.value = false
    watchOffers.value = undefined
    openDialog.value = undefined
  }, [isLoginOpen, openDialog, watchOffers])
  return <LoadErrorToast />
}
