// The root component: page frame, and the route to each view.
import { LocationProvider, Route, Router } from 'preact-iso'
import { lazyComponent } from './components/lazy.tsx'
import { ErrorBoundary } from './frame/error-boundary.tsx'
import { Header } from './frame/header.tsx'
import { LazyLoginDialog } from './frame/lazy-login-dialog.tsx'
import { NotFound } from './frame/not-found.tsx'
import { ThemeEffect } from './frame/theme.tsx'
import { Toasts } from './frame/toasts.tsx'
import { type PageContext, PageScope } from './page-context.ts'

const Search = lazyComponent(async () => (await import('./search/search-view.tsx')).SearchView)
const Hot = lazyComponent(async () => (await import('./hot/hot-view.tsx')).HotView)
const Status = lazyComponent(async () => (await import('./status/status-view.tsx')).StatusView)

export function App({ context }: { readonly context: PageContext }) {
  return (
    <PageScope value={context}>
      <LocationProvider>
        <ThemeEffect />
        <Header />
        <main id="main" class="mx-auto w-full max-w-350 px-3 pb-24 sm:px-5 sm:pb-10">
          <ErrorBoundary>
            <Router>
              <Route path="/" component={Search} />
              <Route path="/hot" component={Hot} />
              <Route path="/status" component={Status} />
              <Route default component={NotFound} />
            </Router>
          </ErrorBoundary>
        </main>
        <LazyLoginDialog />
        <Toasts />
      </LocationProvider>
    </PageScope>
  )
}
