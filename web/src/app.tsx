// The root component: page frame, and the route to each view.

import { useEffect } from 'preact/hooks'
import { LocationProvider, Route, Router } from 'preact-iso'
import { lazyComponent } from './components/lazy.tsx'
import { ErrorBoundary } from './frame/error-boundary.tsx'
import { Header } from './frame/header.tsx'
import { Toasts } from './frame/toasts.tsx'
import { type PageContext, PageScope, usePreferences } from './page-context.ts'
import { PageDialogs } from './page-dialogs.tsx'

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
