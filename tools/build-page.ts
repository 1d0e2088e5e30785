// Builds the page into web/dist, the API page, and the client into dist/client, unless the input files are unchanged. `npm start` runs it first.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildClient } from './build-client.ts'
import { buildDocs } from './build-docs.ts'
import { buildUnlessSame, hashFiles } from './build-unless-same.ts'

const root = join(import.meta.dirname, '..')
const stampFile = join(root, 'web/dist/.built-of')

/** The input files. */
const inputs = [
  ...['web/{src,public}/**/*', 'web/*.*', 'tools/render-frames.ts'],
  ...['src/contract/*.ts', 'client/*.ts', 'package-lock.json'],
]

async function build(): Promise<boolean> {
  const vite = await import('vite').catch(() => undefined)
  if (!vite) {
    // The build packages are not installed; the service works without a page.
    console.warn(
      'The page cannot be built: the packages that build it are missing (npm ci brings them). The API works without it.',
    )
    return false
  }
  await vite.build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  execFileSync(process.execPath, [join(root, 'tools/render-frames.ts')], { stdio: 'inherit' })
  return true
}

// Node ends with this status when the bundler stops without a result: its threads do not keep the process alive.
const unsettledStatus = 13
process.once('exit', (status) => {
  if (status === unsettledStatus)
    console.error('The page was not built: the bundler stopped without a result. Run it again.')
})

// The types of the wire change nothing in the page.
await buildUnlessSame(stampFile, hashFiles(inputs, ['client/wire-types.ts']), build)
await buildClient()
await buildDocs()
