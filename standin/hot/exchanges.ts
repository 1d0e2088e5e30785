// The exchanges of `fixtures/hotlist`, each with the address, headers and body that must be sent to get its reply.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Reply, Sent } from '../answer.ts'
import { type Address, createAddress } from './address.ts'
import { areHeadersMet, isRequestMet } from './conditions.ts'

const fixture = z.object({
  origin: z.string(),
  source: z.string(),
  exchanges: z.array(
    z.object({
      method: z.string().default('GET'),
      url: z.string(),
      pattern: z.string().optional(),
      request: z.unknown().optional(),
      sent: z.record(z.string(), z.string()).default({}),
      status: z.int(),
      headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      body: z.string(),
    }),
  ),
})

/** One exchange that can be played. */
export interface Exchange {
  /** `folder/body file`, by which templates name it. */
  readonly name: string
  /** The source whose fixture it stands in. */
  readonly source: string
  readonly method: string
  readonly address: Address
  /** Whether the body of a request asks this question. */
  asks(sent: Sent): boolean
  /** Whether it brings the headers the site insists on. */
  accepts(sent: Sent): boolean
  /** The reply as it stands in the fixture. */
  reply(): Reply
}

const root = join(import.meta.dirname, '../../fixtures/hotlist')

function readFolder(folder: string): { readonly own: boolean; readonly exchanges: readonly Exchange[] } {
  const { origin, source, exchanges } = fixture.parse(
    JSON.parse(readFileSync(join(root, folder, 'fixture.json'), 'utf8')),
  )
  const isPlayed = origin === 'hand-made' || origin.startsWith('recorded')
  const played = exchanges.filter(({ status }) => isPlayed && status === 200)
  return {
    own: folder === source,
    exchanges: played.map(({ method, url, pattern, request, sent, status, headers, body }) => ({
      name: `${folder}/${body}`,
      source,
      method,
      address: createAddress(pattern ?? url),
      asks: (what) => isRequestMet(request, what),
      accepts: (what) => areHeadersMet(sent, what),
      reply: () => ({ status, headers, body: readFileSync(join(root, folder, body)) }),
    })),
  }
}

/**
 * All exchanges that are played: hand-made or recorded, with status 200. Where several have one address, the first is meant: fixtures whose folder is named
 * like their source come first, then by name.
 * @throws when a fixture is not of the right form.
 */
export function readExchanges(): readonly Exchange[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const read = folders
    .map(({ name }) => name)
    .toSorted()
    .map(readFolder)
  return [...read.filter(({ own }) => own), ...read.filter(({ own }) => !own)].flatMap(({ exchanges }) => exchanges)
}
