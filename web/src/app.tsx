// The root component: page frame, and the route to each view.

import { Compass } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import { LocationProvider, Route, Router } from 'preact-iso'
import { EmptyState } from './components/empty-state.tsx'
import { lazyComponent } from './components/lazy.tsx'
import { ErrorBoundary } from './frame/error-boundary.tsx'
import { Header } from './frame/header.tsx'
import { Toasts } from './frame/toasts.tsx'
import { frameMessages } from './frame-messages.ts'
import { type PageContext, PageScope, usePreferences } from './page-context.ts'
import { PageDialogs } from './page-dialogs.tsx'
import { useMessages } from './use-messages.ts'

const Search = lazyComponent(async () => (await import('./search/search-view.tsx')).SearchView)
const Hot = lazyComponent(async () => (await import('./hot/hot-view.tsx')).HotView)
const Watched = lazyComponent(async () => (await import('./watches/watched-view.tsx')).WatchedView)
const Status = lazyComponent(async () => (await import('./status/status-view.tsx')).StatusView)

const views = { '/': Search, '/hot': Hot, '/watched': Watched, '/status': Status }

/** Loads the view of a URL, so that its first rendering is complete. An unknown URL needs nothing. */
export async function loadView(url: string): Promise<void> {
  await Object.entries(views)
    .find(([path]) => path === url.replace(/\?.*/, ''))?.[1]
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
              <Route default component={NotFound} />
            </Router>
          </ErrorBoundary>
        </main>
        <PageDialogs />
        <Toasts />
      </LocationProvider>
    </PageScope>
  )
}

function NotFound() {
  const messages = useMessages(frameMessages)
  return (
    <EmptyState icon={Compass} title={messages.notFound} isWholeView>
      <a class="rounded-lg bg-accent px-4 py-2 text-sm font-medium text-on-accent" href="/">
        {messages.toSearch}
      </a>
    </EmptyState>
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
