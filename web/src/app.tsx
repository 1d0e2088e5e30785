// The root component: page frame, and the route to each view.
import { LocationProvider, Route, Router } from 'preact-iso'
import { Entering } from './frame/entering.tsx'
import { Guarded } from './frame/guarded.tsx'
import { Header } from './frame/header.tsx'
import { Missing } from './frame/missing.tsx'
import { Notices } from './frame/notices.tsx'
import { ThemeEffect } from './frame/theme.tsx'
import { type PageParts, WithPage } from './page.ts'
import { late } from './parts/late.tsx'

const Search = late(async () => (await import('./search/search-view.tsx')).SearchView)
const Hot = late(async () => (await import('./hot/hot-view.tsx')).HotView)
const Status = late(async () => (await import('./status/status-view.tsx')).StatusView)

export function App({ parts }: { readonly parts: PageParts }) {
  return (
    <WithPage value={parts}>
      <LocationProvider>
        <ThemeEffect />
        <Header />
        <main id="main" class="mx-auto w-full max-w-350 px-3 pb-24 sm:px-5 sm:pb-10">
          <Guarded>
            <Router>
              <Route path="/" component={Search} />
              <Route path="/hot" component={Hot} />
              <Route path="/status" component={Status} />
              <Route default component={Missing} />
            </Router>
          </Guarded>
        </main>
        <Entering />
        <Notices />
      </LocationProvider>
    </WithPage>
  )
}
