// Builds the page of the API into web/dist/docs: our few files, and the script of the reference, taken out of the package that brings it.
import { copyFileSync, existsSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'web/dist/docs')
const script = join(folder, 'reference.js')
const bringer = join(root, 'node_modules/@scalar/fastify-api-reference/package.json')

/** Builds it beside the page, which is built first: that empties its folder. Without what brings the script there is none. @throws when the package has none. */
export async function buildDocs(): Promise<void> {
  if (!existsSync(join(folder, '..')) || !existsSync(bringer)) return
  mkdirSync(folder, { recursive: true })
  for (const file of globSync('web/docs/*', { cwd: root })) copyFileSync(join(root, file), join(folder, basename(file)))
  // What a package brings changes with the package only.
  if (existsSync(script) && statSync(script).mtimeMs > statSync(bringer).mtimeMs) return
  writeFileSync(script, await referenceScript())
}

/** The package is made to be mounted on a server, and gives its script to who asks for it there. */
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
