// Renders the frame of each view into web/dist/frames.json, so that the page has content before any script runs. Run by build-page.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

interface Renderer {
  renderFrames(visit: (url: string) => void): Promise<object>
}

const web = join(import.meta.dirname, '../web')
const folder = mkdtempSync(join(tmpdir(), 'trawl-frames-'))

/** The few parts of a browser that rendering reads. */
function pretendBrowser(): (url: string) => void {
  const view = { origin: 'http://localhost', pathname: '/', search: '', hash: '' }
  Object.assign(globalThis, {
    location: view,
    document: { addEventListener: () => undefined, querySelector: () => null, documentElement: { dataset: {} } },
  })
  return (url) => {
    const { pathname, search } = new URL(url, view.origin)
    Object.assign(view, { pathname, search })
  }
}

await build({
  configFile: false,
  root: web,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: { ssr: 'src/prerender.tsx', outDir: folder, emptyOutDir: true, target: 'es2023' },
})
const visit = pretendBrowser()
const { renderFrames }: Renderer = await import(pathToFileURL(join(folder, 'prerender.js')).href)
writeFileSync(join(web, 'dist/frames.json'), JSON.stringify(await renderFrames(visit)))
rmSync(folder, { recursive: true })
// The clock of the page would go on.
process.exit()
