// Tests of serving the documentation pages from the folder that the build writes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../test/kit/disk.ts'
import { docsRoutes } from './docs-routes.ts'
import { RequestError } from './errors.ts'

/** An app with the routes; `pages` are in its folder. */
function appWith(pages: readonly string[]) {
  const folder = newFolder()
  for (const page of pages) writeFileSync(join(folder, page), `<title>${page}</title>`)
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  onTestFinished(() => app.close())
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof RequestError ? error.status : 500).send(String(error)),
  )
  docsRoutes(app, folder)
  return { folder, get: (url: string) => app.inject(url) }
}

test('the pages of the API, the settings and the sources are served as HTML', async () => {
  const { get } = appWith(['index.html', 'settings.html', 'sources.html'])
  const answers = await Promise.all(['/docs', '/docs/settings', '/docs/sources'].map(get))
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, '<title>index.html</title>'],
    [200, '<title>settings.html</title>'],
    [200, '<title>sources.html</title>'],
  ])
  expect(answers.every(({ headers }) => String(headers['content-type']).startsWith('text/html'))).toBe(true)
})

test('an address with a trailing slash leads to the one without, also below the prefix of a proxy', async () => {
  const { get } = appWith(['index.html', 'settings.html'])
  const answers = await Promise.all(['/docs/', '/docs/settings/'].map(get))
  const targets = answers.map(({ statusCode, headers }, at) => {
    const asked = `http://a/prefix${['/docs/', '/docs/settings/'][at]}`
    return [statusCode, new URL(String(headers.location), asked).pathname]
  })
  expect(targets).toEqual([
    [308, '/prefix/docs'],
    [308, '/prefix/docs/settings'],
  ])
})

test('a page that was not built is 404 and says how to build it; it is served once it is there', async () => {
  const { folder, get } = appWith([])
  const missing = await get('/docs/settings')
  expect([missing.statusCode, missing.body]).toEqual([404, expect.stringContaining('npm run build does that')])
  writeFileSync(join(folder, 'settings.html'), 'built')
  expect((await get('/docs/settings')).statusCode).toBe(200)
})
