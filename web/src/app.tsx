// The root component: page frame, and the route to each view.

import { Bug } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { Button } from './components/button.tsx'
import { EmptyState } from './components/empty-state.tsx'
import { LoadErrorToast, lazyComponent } from './components/lazy.tsx'
import { Header } from './frame/header.tsx'
import { Toasts } from './frame/toasts.tsx'
import { frameMessages } from './frame-messages.ts'
import { type PageContext, PageScope, usePage, usePreferences } from './page-context.ts'

const Search = lazyComponent(async () => (await import('./search/search-view.tsx')).SearchView)
const Hot = lazyComponent(async () => (await import('./hot/hot-view.tsx')).HotView)
const Watched = lazyComponent(async () => (await import('./watches/watched-view.tsx')).WatchedView)
const UnknownAddress = lazyComponent(async () => (await import('./search/unknown-address.tsx')).UnknownAddress)
const Settings = lazyComponent(async () => (await import('./settings/settings-view.tsx')).SettingsView)
const Status = lazyComponent(async () => (await import('./status/status-view.tsx')).StatusView)

const views = { '/': Search, '/hot': Hot, '/watched': Watched, '/status': Status, '/settings': Settings }

/** Loads the view of a URL, which may be below a path, so that its first rendering is complete. */
export async function loadView(url: string): Promise<void> {
  await Object.entries(views)
    .find(([path]) => url.replace(/\?.*/, '').endsWith(path))?.[1]
    .load()
}

export function App({ context }: { readonly context: PageContext }) {
  return (
    <PageScope value={context}>
      <LocationProvider>
        <ThemeEffect />
        <Header />
        <main id="main" class="mx-auto w-full max-w-(--page-width) px-3 pb-24 sm:px-5 sm:pb-10">
          <ErrorBoundary>
            <Router>
              {Object.entries(views).map(([path, View]) => (
                <Route key={path} path={path} component={View} />
              ))}
              <Route default component={UnknownAddress} />
            </Router>
          </ErrorBoundary>
        </main>
        <PageDialogs />
        <Toasts />
      </LocationProvider>
    </PageScope>
  )
}

/** Renders nothing. */
function ThemeEffect() {
  const { theme, language } = usePreferences()
  const chosenTheme = theme.value
  const chosenLanguage = language.value
  useEffect(() => {
    const root = document.documentElement
    if (chosenTheme === 'system') delete root.dataset.theme
    else root.dataset.theme = chosenTheme
    root.lang = chosenLanguage === 'zh' ? 'zh-CN' : 'en'
  }, [chosenTheme, chosenLanguage])
  return null
}

/**
 * Renders its children until one throws; tries again when the URL changes. The error is logged to the console with its
 * stack.
 */
function ErrorBoundary({ children }: { readonly children: ComponentChildren }) {
  const { url } = useLocation()
  const failedAt = useRef('')
  const [error, resetError] = useErrorBoundary((thrown) => {
    failedAt.current = url
    reportError(thrown)
  })
  useEffect(() => {
    if (error && failedAt.current !== url) resetError()
  }, [error, resetError, url])
  return error ? <ErrorFallback /> : children
}

function ErrorFallback() {
  const messages = frameMessages.use()
  return (
    <EmptyState icon={Bug} title={messages.broken} text={messages.brokenHint} isAlert>
      <Button look="main" onClick={() => location.reload()}>
        {messages.reload}
      </Button>
    </EmptyState>
  )
}

const LoginDialog = lazyComponent(async () => (await import('./frame/login-dialog.tsx')).LoginDialog, CloseOnLoadError)
const Palette = lazyComponent(async () => (await import('./palette/palette.tsx')).Palette, CloseOnLoadError)
const PhoneMenu = lazyComponent(async () => (await import('./palette/phone-menu.tsx')).PhoneMenu, CloseOnLoadError)
const KeysDialog = lazyComponent(async () => (await import('./palette/keys-dialog.tsx')).KeysDialog, CloseOnLoadError)
const WatchDialog = lazyComponent(
  async () => (await import('./watches/watch-dialog.tsx')).WatchDialog,
  CloseOnLoadError,
)

function PageDialogs() {
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
