// Replays the exchanges of `fixtures/` for exactly matching requests; the site's mock handles all others.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type MockResponse, type Reply, type Sent, textOf, type UpstreamHandler } from './mock-response.ts'

const fixture = z.object({
  source: z.string(),
  exchanges: z.array(
    z.object({
      method: z.string().default('GET'),
      url: z.string(),
      request: z.unknown().optional(),
      status: z.int(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      /** True when every search uses this URL; then the fixture's reply would replace the corpus. */
      everySearch: z.boolean().default(false),
    }),
  ),
})

/** An exchange of a fixture. */
interface Recorded {
  readonly method: string
  readonly url: string
  readonly request: unknown
  readonly answer: () => MockResponse
}

const root = join(import.meta.dirname, '../fixtures/search')

/** The exchanges of all plugins' fixtures; bodies are read when they are sent. @throws when a fixture is invalid. */
export function readRecorded(): readonly Recorded[] {
  return readdirSync(root).flatMap((name) => {
    const read = (file: string) => readFileSync(join(root, name, file), 'utf8')
    const { source, exchanges } = fixture.parse(JSON.parse(read('fixture.json')))
    if (!source.startsWith('plugin:')) return []
    return exchanges.flatMap(({ everySearch, status, headers, body, method, url, request }) =>
      everySearch
        ? []
        : [
            {
              method,
              url,
              request,
              answer: () => asUtf8({ status, headers, body: readFileSync(join(root, name, body)) }),
            },
          ],
    )
  })
}

/** Replies of this stand-in are UTF-8. */
function asUtf8(reply: Omit<Reply, 'headers'> & Pick<MockResponse, 'headers'>): MockResponse {
  const headers = Object.entries(reply.headers).map(([name, value]) => [
    name,
    value.replace(/charset=[\w-]+/i, 'charset=utf-8'),
  ])
  return { ...reply, headers: Object.fromEntries(headers), body: textOf(reply) }
}

/** Adds recorded exchanges to the handler `site`; a recorded exchange has precedence. */
export function withRecorded(site: UpstreamHandler, recorded: readonly Recorded[]): UpstreamHandler {
  if (recorded.length === 0) return site
  return {
    answer(url, sent) {
      const same = recorded.find((one) => one.method === sent.method && one.url === url.href && isSame(one, sent))
      return same ? same.answer() : site.answer(url, sent)
    },
    nothingFound: site.nothingFound,
  }
}

function isSame({ request }: Recorded, { body }: Sent): boolean {
  if (request === undefined) return body === ''
  try {
    return isDeepStrictEqual(request, JSON.parse(body))
  } catch {
    return false
  }
}
