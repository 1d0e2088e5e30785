// The exchanges of `fixtures/`, played as they are to whoever asks exactly for them; everything else comes from a site's own player.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { MockResponse, Sent, UpstreamHandler } from './mock-response.ts'

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
      /** Every search asks this address, so the fixture's answer would take the place of the corpus. */
      everySearch: z.boolean().default(false),
    }),
  ),
})

/** An exchange as a fixture holds it. */
interface Recorded {
  readonly method: string
  readonly url: string
  readonly request: unknown
  readonly answer: () => MockResponse
}

const root = join(import.meta.dirname, '../fixtures/search')

/** The exchanges of all plugins' fixtures, their bodies read when they are played. @throws when a fixture is not of the right form. */
export function readRecorded(): readonly Recorded[] {
  return readdirSync(root).flatMap((name) => {
    const read = (file: string) => readFileSync(join(root, name, file), 'utf8')
    const { source, exchanges } = fixture.parse(JSON.parse(read('fixture.json')))
    if (!source.startsWith('plugin:')) return []
    return exchanges.flatMap(({ everySearch, status, headers, body, method, url, request }) =>
      everySearch ? [] : [{ method, url, request, answer: () => ({ status, headers, body: read(body) }) }],
    )
  })
}

/** A player that knows recorded exchanges besides what `site` plays. */
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
