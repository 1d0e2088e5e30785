// Entry point: creates the page context and renders the page.
import { effect } from '@preact/signals'
import { render } from 'preact'
import { App, loadView } from './app.tsx'
import { loadFolding } from './components/folding.ts'
import { preferredLanguage } from './languages.ts'
import { createPageContext, type PageContext } from './page-context.ts'
import type { BrowserStorage } from './persistent-signal.ts'
import { urlPrefix } from './url-prefix.ts'
import './styles.css'

function openStorage(): BrowserStorage | undefined {
  try {
    const { localStorage } = window
    return {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
      onChange: (key, listener) =>
        addEventListener('storage', (event) => {
          if (event.key === key) listener()
        }),
    }
  } catch {
    return undefined
  }
}

async function loadOffline(): Promise<void> {
  const { registerOffline } = await import('./offline.ts')
  registerOffline(context)
}

const longestWaitMs = 4_000
const context = createPageContext({
  storage: openStorage(),
  fetch: (path, init) => fetch(urlPrefix + path, init),
  language: preferredLanguage(navigator.languages),
})
// Settings in any address: their view asks whether to take them over.
if (location.hash.startsWith('#settings=')) history.replaceState(null, '', `${urlPrefix}/settings${location.hash}`)
const root = document.getElementById('app')

/** Takes over the frame of the document, element by element. */
function mount(): void {
  delete document.documentElement.dataset.frame
  if (root) render(<App context={context} />, root)
  if (context.storage?.getItem('trawl.synchronised') != null)
    import('./settings/settings-sync.ts').then(({ followSettings }) => followSettings(context), reportError)
}

/** Loads what hides muted words, if there are some. */
async function loadMuting({ preferences, muting }: PageContext): Promise<void> {
  if (preferences.muted.value.length === 0) return
  const [{ mutingParts }] = await Promise.all([import('./muted/muting-parts.tsx'), loadFolding()])
  muting.value ??= mutingParts
}

// Until the view is there, the frame stays as it is; the view shows a failure. What is muted is not seen before it is hidden.
const belowPath = urlPrefix && import('./below-path.ts').then((module) => module.installUrlPrefix())
void Promise.allSettled([loadView(location.pathname), loadMuting(context), belowPath]).then(mount)
// Also when the first words are added later.
effect(() => void loadMuting(context).catch(() => undefined))
// Its files do not compete with those of the first view.
effect(() => {
  if (import.meta.env.PROD && context.hasContent.value) void loadOffline().catch(() => undefined)
})
effect(() => {
  if (context.hasContent.value) void loadFolding().catch(() => undefined)
})
// A view that still waits for its content has the rest of the page beside it.
setTimeout(() => {
  context.hasContent.value = true
}, longestWaitMs)
