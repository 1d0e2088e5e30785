// The root component: page frame, and the route to each view.
import { LocationProvider, Route, Router } from 'preact-iso'
import { LazyLoginDialog } from './frame/entering.tsx'
import { ErrorBoundary } from './frame/guarded.tsx'
import { Header } from './frame/header.tsx'
import { NotFound } from './frame/missing.tsx'
import { Toasts } from './frame/notices.tsx'
import { ThemeEffect } from './frame/theme.tsx'
import { type PageContext, PageScope } from './page.ts'
import { lazyComponent } from './parts/late.tsx'

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
