// Builds the page into web/dist, the API page, and the client into dist/client, unless the input files are unchanged. `npm start` runs it first.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './build-client.ts'
import { buildDocs } from './build-docs.ts'
import { hashFiles } from './hash-files.ts'

const root = join(import.meta.dirname, '..')
const stampFile = join(root, 'web/dist/.built-of')

/** The input files. */
const inputs = [
  ...['web/{src,public}/**/*', 'web/*.*', 'tools/render-frames.ts'],
  ...['src/contract/*.ts', 'client/*.ts', 'package-lock.json'],
]

function isBuiltOf(stamp: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

async function build(stamp: string): Promise<void> {
  const vite = await import('vite').catch(() => undefined)
  if (!vite) {
    // The build packages are not installed; the service works without a page.
    console.warn(
      'The page cannot be built: the packages that build it are missing (npm ci brings them). The API works without it.',
    )
    return
  }
  await vite.build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  execFileSync(process.execPath, [join(root, 'tools/render-frames.ts')], { stdio: 'inherit' })
  writeFileSync(stampFile, stamp)
}

// Node ends with this status when the bundler stops without a result: its threads do not keep the process alive.
const unsettledStatus = 13
process.once('exit', (status) => {
  if (status === unsettledStatus)
    console.error('The page was not built: the bundler stopped without a result. Run it again.')
})

// The types of the wire change nothing in the page.
const stamp = hashFiles(inputs, ['client/wire-types.ts'])
if (!isBuiltOf(stamp)) await build(stamp)
await buildClient()
await buildDocs()
