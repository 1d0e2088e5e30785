// Builds the page into web/dist, with the page of the API, and the client into dist/client, unless what is there was built of the same files. `npm start` calls it first, so that a new user need not know.
import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './build-client.ts'
import { buildDocs } from './build-docs.ts'

const root = join(import.meta.dirname, '..')
const stampFile = join(root, 'web/dist/.built-of')

/** What the page is made of, in one word. */
function stampOf(): string {
  const files = globSync(['web/{src,public}/**/*', 'web/*.*', 'src/contract/*.ts', 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return hash(
    'sha256',
    files.map((file) => `${file.slice(root.length)} ${hash('sha256', readFileSync(file))}`).join('\n'),
  )
}

function isBuiltOf(stamp: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

async function build(stamp: string): Promise<void> {
  const vite = await import('vite').catch(() => undefined)
  if (!vite) {
    // Installed without what builds it: the service answers all the same, without a page.
    console.warn(
      'The page cannot be built: the packages that build it are missing (npm ci brings them). The API works without it.',
    )
    return
  }
  await vite.build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  writeFileSync(stampFile, stamp)
}

const stamp = stampOf()
if (!isBuiltOf(stamp)) await build(stamp)
await buildClient()
await buildDocs()
