// Builds web/dist/docs: the API page with the script from the package of the API reference, and the pages of settings and sources.
import { copyFileSync, existsSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildUnlessSame, hashFiles } from './build-unless-same.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'web/dist/docs')
const script = join(folder, 'reference.js')
const bringer = join(root, 'node_modules/@scalar/fastify-api-reference/package.json')

/**
 * Builds them next to the page. Run it after the page build, which empties the folder. Does nothing when the package is
 * missing. @throws when the package contains no script.
 */
export async function buildDocs(): Promise<void> {
  if (!existsSync(join(folder, '..')) || !existsSync(bringer)) return
  mkdirSync(folder, { recursive: true })
  for (const file of globSync('web/docs/*', { cwd: root })) copyFileSync(join(root, file), join(folder, basename(file)))
  await buildUnlessSame(stampFile, hashFiles(definitions), buildPages)
  // The script changes only with its package.
  if (existsSync(script) && statSync(script).mtimeMs > statSync(bringer).mtimeMs) return
  writeFileSync(script, await referenceScript())
}

const stampFile = join(folder, '.built-of')
/** The definitions of settings and sources, and the code that makes pages of them. */
const definitions = [
  'src/{app,config,contract,hotlist,parsing,search,upstream}/**/*',
  'tools/*.ts',
  'package-lock.json',
]

/** Writes the pages of settings and sources. */
async function buildPages(): Promise<undefined> {
  const { settingsMarkdown, sourcesMarkdown } = await import('./docs-pages.ts')
  writeFileSync(join(folder, 'settings.html'), await htmlPage('Settings', await settingsMarkdown()))
  writeFileSync(join(folder, 'sources.html'), await htmlPage('Sources', await sourcesMarkdown()))
}

/** Links to other pages of docs/ become their names: a service does not have those pages. */
async function htmlPage(title: string, markdown: string): Promise<string> {
  const { marked } = await import('marked')
  const text = markdown.replaceAll(/\[([^[\]]+)\]\(([\w-]+\.md[^()]*)\)/g, '$1: docs/$2')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Trawl · ${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="../icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="reference.css" />
  </head>
  <body>
    <main>
${await marked.parse(text)}    </main>
  </body>
</html>
`
}

/** The package is a server plugin and provides its script over a route only. */
async function referenceScript(): Promise<Buffer> {
  const [{ default: fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const server = fastify()
  await server.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { statusCode, rawPayload } = await server.inject('/docs/js/scalar.js')
  await server.close()
  if (statusCode === 200) return rawPayload
  throw new Error(`@scalar/fastify-api-reference has no script for the page of the API: ${statusCode}`)
}
