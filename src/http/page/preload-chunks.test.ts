// Tests of finding the scripts of a view.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildPage } from '../../../test/kit/page-data.ts'
import { loadPage } from './assets.ts'

const built = {
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
async function loadWith(chunks: string) {
  const folder = await buildPage()
  await writeFile(join(folder, 'chunks.json'), chunks)
  return loadPage(folder)
}

it.each([
  ['src/hot/hot-view.tsx', ['assets/hot-3.js', 'assets/index-1.js', 'assets/shared-2.js', 'assets/queries-4.js']],
  ['src/status/status-view.tsx', ['assets/status-5.js', 'assets/queries-4.js']],
  ['src/late.tsx', ['assets/late-6.js']],
  ['src/nowhere.tsx', []],
])('of %s are its own and what it imports', async (module, files) => {
  const page = await loadWith(JSON.stringify(built))
  expect(page?.preloadScripts(module)).toEqual(files.map((file) => `/${file}`))
})

it('takes nothing but a list of chunks', async () => {
  await expect(loadWith('[]')).rejects.toThrow()
  await expect(loadWith('{"a":{}}')).rejects.toThrow()
})
