// Run by the build in Node: renders what each view shows before its first answer, for the document that the server sends.
import { renderToString } from 'preact-render-to-string'
import { createApiClient } from './api-client.ts'
import { App, loadView } from './app.tsx'
import { type Language, languages } from './languages.ts'
import { createSharedSignals, type PageContext } from './page-context.ts'
import { createPersistentSignal, parseOneOf, parseString, parseStrings } from './persistent-signal.ts'

/** Stands for the keyword of a search, which is not known yet. */
const anyKeyword = '…'

/** Frames by name, as `src/http/page/assets.ts` asks for them. */
const urls: ReadonlyMap<string, string> = new Map([
  ['/', '/'],
  ['/?kw', `/?kw=${anyKeyword}`],
  ['/hot', '/hot'],
  ['/watched', '/watched'],
  ['/status', '/status'],
  ['/settings', '/settings'],
])

function createContext(language: Language): PageContext {
  const preferences = {
    language: createPersistentSignal(undefined, 'language', parseOneOf(languages), language),
    theme: createPersistentSignal(undefined, 'theme', parseOneOf(['system'] as const), 'system'),
    muted: createPersistentSignal<readonly string[]>(undefined, 'muted', parseStrings, []),
  }
  const api = createApiClient({
    fetch: () => new Promise(() => undefined),
    credential: () => '',
    isOnline: () => true,
    onUnauthorized: () => undefined,
  })
  return {
    storage: undefined,
    credential: createPersistentSignal(undefined, 'pass', parseString, ''),
    api,
    preferences,
    ...createSharedSignals(),
  }
}

/** Returns the frames: by language, then by name. */
export async function renderFrames(visit: (url: string) => void): Promise<Record<string, Record<string, string>>> {
  const frames: Record<string, Record<string, string>> = {}
  for (const [name, url] of urls) {
    visit(url)
    await loadView(url)
    for (const language of languages) {
      const html = renderToString(<App context={createContext(language)} />)
      // A space, so that the box shows no hint before it has the keyword; it is trimmed if somebody submits it.
      frames[language] = { ...frames[language], [name]: html.replace(`value="${anyKeyword}"`, 'value=" "') }
    }
  }
  return frames
}
