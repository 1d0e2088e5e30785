// A small built page in its own folder.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

const head =
  '<script src="/theme.js"></script><link rel="stylesheet" crossorigin href="/assets/index-abc.css"><title>Trawl</title>'
const shell = `<!doctype html><html lang="zh-CN">${head}<div id="app"></div>${'<p>net</p>'.repeat(200)}`

/** The HTML document without a frame, long enough to be compressed. */
export const builtDocument = shell

/** The HTML document with a frame, and with the style sheet and the script of its head in it. */
export function documentWith(frame: string, language: 'zh-CN' | 'en' = 'en'): string {
  return shell
    .replace(/<script.*index-abc\.css">/, '<script>short()</script><style>body{}</style>')
    .replace('zh-CN', language)
    .replace('<div id="app">', (start) => start + frame)
}

const views = ['/', '/?kw', '/hot', '/watched', '/status']
function framesIn(language: string) {
  return Object.fromEntries(views.map((view) => [view, `${language} ${view} $& ½`]))
}

/** A script of the page, long enough to be compressed. */
export const builtScript = 'export const net = 1\n'.repeat(100)

/** Image bytes; text of this length would be compressed. */
export const builtPicture = Buffer.alloc(3_000, 'png')

const files: Readonly<Record<string, string | Buffer>> = {
  'index.html': builtDocument,
  'theme.js': 'short()',
  'sw.js': builtScript,
  'manifest.webmanifest': '{}',
  'icon.svg': '<svg/>',
  'icon-192.png': builtPicture,
  'assets/index-abc.js': builtScript,
  'assets/hot-view-def.js': 'export {}',
  'assets/index-abc.css': 'body{}',
  '.built-of': 'a stamp',
  'frames.json': JSON.stringify({ zh: framesIn('zh'), en: framesIn('en') }),
  'chunks.json': JSON.stringify({
    'index.html': { file: 'assets/index-abc.js', isEntry: true },
    'src/hot/hot-view.tsx': { file: 'assets/hot-view-def.js', imports: ['index.html'] },
    'src/search/search-view.tsx': { file: 'assets/search-view-def.js', dynamicImports: ['src/search/results.tsx'] },
    'src/search/results.tsx': {
      file: 'assets/results-def.js',
      imports: ['index.html', '_rows-def.js', 'src/search/search-view.tsx'],
    },
    '_rows-def.js': { file: 'assets/rows-def.js' },
  }),
}

/** Writes the page and returns its folder; removes it after the test. */
export async function buildPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-page-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  return folder
}
