// Tests of reading the built page from its folder.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildPage, builtPicture } from '../../../test/kit/page-data.ts'
import { type Asset, loadPage, type WebPage } from './assets.ts'

async function built(): Promise<WebPage> {
  const page = loadPage(await buildPage())
  if (!page) throw new Error('there is a page')
  return page
}

function assetAt({ assets }: WebPage, path: string): Asset {
  const asset = assets.find((one) => one.path === path)
  if (!asset) throw new Error(`there is no ${path}`)
  return asset
}

describe('readPage', () => {
  test('gives the files of the page with their types, and no others', async () => {
    const { assets } = await built()
    expect(Object.fromEntries(assets.map(({ path, type }) => [path, type]))).toEqual({
      '/index.html': 'text/html; charset=utf-8',
      '/theme.js': 'text/javascript; charset=utf-8',
      '/sw.js': 'text/javascript; charset=utf-8',
      '/manifest.webmanifest': 'application/manifest+json',
      '/icon.svg': 'image/svg+xml',
      '/icon-192.png': 'image/png',
      '/assets/index-abc.js': 'text/javascript; charset=utf-8',
      '/assets/hot-view-def.js': 'text/javascript; charset=utf-8',
      '/assets/index-abc.css': 'text/css; charset=utf-8',
    })
  })

  test('lets only those be kept for ever whose names change with what is in them', async () => {
    const { assets } = await built()
    const lasting = assets.filter(({ isImmutable }) => isImmutable).map(({ path }) => path)
    expect(lasting.toSorted()).toEqual(['/assets/hot-view-def.js', '/assets/index-abc.css', '/assets/index-abc.js'])
  })

  test('knows the document, and which scripts come with a view', async () => {
    const page = await built()
    expect(page.document.path).toBe('/index.html')
    expect(page.preloadScripts('src/hot/hot-view.tsx')).toEqual(['/assets/hot-view-def.js', '/assets/index-abc.js'])
    expect(page.preloadScripts('src/no-view.tsx')).toEqual([])
  })

  test('finds no page where none was built', async () => {
    const folder = await buildPage()
    expect(loadPage(join(folder, 'nowhere'))).toBeUndefined()
    await rm(join(folder, 'index.html'))
    expect(loadPage(folder)).toBeUndefined()
  })

  test.each(['chunks.json', 'frames.json'])('fails where half a page was built, without %s', async (file) => {
    const folder = await buildPage()
    await rm(join(folder, file))
    expect(() => loadPage(folder)).toThrow(file)
  })

  test('gives a file another tag when something else is in it', async () => {
    const folder = await buildPage()
    const tagOf = () => loadPage(folder)?.document.etag
    const before = tagOf()
    expect(tagOf()).toBe(before)
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    expect(tagOf()).not.toBe(before)
  })
})

describe('an asset', () => {
  test('comes as it is when it is a picture, or short', async () => {
    const page = await built()
    expect(await assetAt(page, '/icon-192.png').encodedBodyFor('br')).toEqual({
      encoding: 'identity',
      bytes: builtPicture,
      type: 'image/png',
    })
    expect((await assetAt(page, '/theme.js').encodedBodyFor('gzip')).encoding).toBe('identity')
  })
})

const chunks = {
  'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_shared-2.js'] },
  'src/hot/hot-view.tsx': { file: 'assets/hot-3.js', isDynamicEntry: true, imports: ['index.html', '_queries-4.js'] },
  'src/status/status-view.tsx': {
    file: 'assets/status-5.js',
    imports: ['_queries-4.js'],
    dynamicImports: ['src/late.tsx'],
  },
  'src/late.tsx': { file: 'assets/late-6.js' },
  '_queries-4.js': { file: 'assets/queries-4.js', imports: ['_queries-4.js'] },
  '_shared-2.js': { file: 'assets/shared-2.js' },
}

/** Loads a page with this list of chunks. */
async function loadWith(text: string) {
  const folder = await buildPage()
  await writeFile(join(folder, 'chunks.json'), text)
  return loadPage(folder)
}

test.each([
  ['src/hot/hot-view.tsx', ['assets/hot-3.js', 'assets/index-1.js', 'assets/shared-2.js', 'assets/queries-4.js']],
  ['src/status/status-view.tsx', ['assets/status-5.js', 'assets/queries-4.js']],
  ['src/late.tsx', ['assets/late-6.js']],
  ['src/nowhere.tsx', []],
])('the scripts of %s are its own and what it imports', async (module, files) => {
  const page = await loadWith(JSON.stringify(chunks))
  expect(page?.preloadScripts(module)).toEqual(files.map((file) => `/${file}`))
})

test('a list of chunks that is none is not taken', async () => {
  await expect(loadWith('[]')).rejects.toThrow()
  await expect(loadWith('{"a":{}}')).rejects.toThrow()
})
