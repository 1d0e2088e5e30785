// The dialogs of the page frame, each loaded when it is first opened.
import { useEffect } from 'preact/hooks'
import { LoadErrorToast, lazyComponent } from './components/lazy.tsx'
import { usePage } from './page-context.ts'

const LoginDialog = lazyComponent(async () => (await import('./frame/login-dialog.tsx')).LoginDialog, CloseOnLoadError)
const Palette = lazyComponent(async () => (await import('./palette/palette.tsx')).Palette, CloseOnLoadError)
const PhoneMenu = lazyComponent(async () => (await import('./palette/phone-menu.tsx')).PhoneMenu, CloseOnLoadError)
const KeysDialog = lazyComponent(async () => (await import('./palette/keys-dialog.tsx')).KeysDialog, CloseOnLoadError)
const SettingsDialog = lazyComponent(
  async () => (await import('./settings/settings-dialog.tsx')).SettingsDialog,
  CloseOnLoadError,
)

export function PageDialogs() {
  const { isLoginOpen, openDialog } = usePage()
  const close = () => {
    openDialog.value = undefined
  }
  return (
    <>
      {isLoginOpen.value && <LoginDialog />}
      {openDialog.value === 'palette' && <Palette onClose={close} />}
      {openDialog.value === 'menu' && <PhoneMenu onClose={close} />}
      {openDialog.value === 'keys' && <KeysDialog onClose={close} />}
      {openDialog.value === 'settings' && <SettingsDialog onClose={close} />}
    </>
  )
}

/** Resets the state to closed, so that the dialog can be opened again. */
function CloseOnLoadError() {
  const { isLoginOpen, openDialog } = usePage()
  useEffect(() => {
    isLoginOpen.value = false
    openDialog.value = undefined
  }, [isLoginOpen, openDialog])
  return <LoadErrorToast />
}
