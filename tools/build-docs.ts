// Builds the API page into web/dist/docs: our files, and the script from the package of the API reference.
import { copyFileSync, existsSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'web/dist/docs')
const script = join(folder, 'reference.js')
const bringer = join(root, 'node_modules/@scalar/fastify-api-reference/package.json')

/**
 * Builds it next to the page. Run it after the page build, which empties the folder. Does nothing when the package is
 * missing. @throws when the package contains no script.
 */
export async function buildDocs(): Promise<void> {
  if (!existsSync(join(folder, '..')) || !existsSync(bringer)) return
  mkdirSync(folder, { recursive: true })
  for (const file of globSync('web/docs/*', { cwd: root })) copyFileSync(join(root, file), join(folder, basename(file)))
  // The script changes only with its package.
  if (existsSync(script) && statSync(script).mtimeMs > statSync(bringer).mtimeMs) return
  writeFileSync(script, await referenceScript())
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
