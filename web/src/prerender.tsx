// Run by the build in Node: renders what each view shows before its first answer, for the document that the server sends.
import { renderToString } from 'preact-render-to-string'
import { App, loadView } from './app.tsx'
import { languages } from './languages.ts'
import { createPageContext } from './page-context.ts'

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

/** No answer comes while a frame is rendered. */
function fetch(): Promise<Response> {
  return new Promise(() => undefined)
}

/** Returns the frames: by language, then by name. */
export async function renderFrames(visit: (url: string) => void): Promise<Record<string, Record<string, string>>> {
  const frames: Record<string, Record<string, string>> = {}
  for (const [name, url] of urls) {
    visit(url)
    await loadView(url)
    for (const language of languages) {
      const html = renderToString(<App context={createPageContext({ storage: undefined, fetch, language })} />)
      // A space, so that the box shows no hint before it has the keyword; it is trimmed if somebody submits it.
      frames[language] = { ...frames[language], [name]: html.replace(`value="${anyKeyword}"`, 'value=" "') }
    }
  }
  return frames
}
