// Works as the client collects them, storage and timers of a browser in the hands of a test, and a small built page in its own folder.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CollectedWork, CollectedWorkLink } from '../../client/work-collector.ts'
import type { StreamWork } from '../../src/contract/works.ts'

const nothing = { season: null, episodes: null, source: null, size: null, format: null, edition: null, platform: null }

export const noAttributes: StreamWork['links'][number]['attributes'] = {
  ...nothing,
  ...{ quality: [], codec: [], audio: [], languages: [], subtitles: [] },
}

/** A link of a cloud, such as `quark:a`, with these fields. */
export function collectedLink(key: string, more: Partial<CollectedWorkLink> = {}): CollectedWorkLink {
  const [type, id] = [key.startsWith('baidu') ? 'baidu' : 'quark', key.slice(key.indexOf(':') + 1)] as const
  return {
    ...{ key, type, url: `https://pan.${type}.cn/s/${id}`, password: '', title: `t ${id}`, at: undefined },
    ...{ sources: ['tg:abcd'], relevance: 'title', images: [], isFromArchive: false, attributes: noAttributes },
    ...more,
  }
}

/** A work with these links and fields. */
export function collectedWork(
  key: string,
  links: readonly CollectedWorkLink[],
  more: Partial<CollectedWork> = {},
): CollectedWork {
  return {
    ...{ key, title: key, original_title: null, year: null, kind: 'movie', seasons: [], attributes: noAttributes },
    ...{ images: [], datetime: '2026-01-02T03:04:05Z', sources: 1, relevance: 'title', excerpt: null },
    ...{ links, ...more },
  }
}

/** A storage of a browser; `texts` is what it has. */
export function memoryStorage(stored: Readonly<Record<string, string>> = {}) {
  const texts = new Map(Object.entries(stored))
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

/** Timers in the form that the page uses, and a clock in milliseconds that starts at zero. */
export function createScriptedTimers() {
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>()
  const clock = { now: 0 }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    timers: {
      after(ms: number, run: () => void): () => void {
        const timer = { at: clock.now + ms, run }
        waiting.add(timer)
        return () => waiting.delete(timer)
      },
    },
    now: () => clock.now,
    /** Advances the clock by `ms` and runs due timers in order. */
    async pass(ms: number): Promise<void> {
      const end = clock.now + ms
      for (;;) {
        await settle()
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)
        if (!next) break
        waiting.delete(next)
        clock.now = next.at
        next.run()
      }
      clock.now = end
    },
    settle,
  }
}

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

const views = ['/', '/?kw', '/hot', '/watched', '/status', '/settings']
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
