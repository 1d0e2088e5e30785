// Shared parts of the simulated clients: a whole service, and the search fields that they read.
import { z } from 'zod'
import { hashPassword } from '../../src/http/auth/password-hash.ts'
import type { Standin } from '../../standin/server.ts'
import { startWholeTrawl } from '../kit/whole-trawl.ts'

/** Hosts of the plugins in these tests, by plugin name. */
export const pluginHosts = { duoduo: 'tv.yydsys.top', pansearch: 'www.pansearch.me' } as const

/** The channels and plugins of the service. */
export const searched = {
  channels: ['demo_share', 'demo_two', 'demo_three'],
  plugins: Object.keys(pluginHosts),
} as const

/** A word that all of them have results for. */
export const keyword = '纸鹤'

interface Started {
  readonly url: string
  readonly standin: Standin
}

/**
 * Starts a service over a few channels and plugins, with these further settings, and a stand-in; both end with the
 * test.
 */
export async function startAll(env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const few = { CHANNELS: searched.channels.join(), ENABLED_PLUGINS: searched.plugins.join() }
  const { app, standin } = await startWholeTrawl({ env: { ...few, ...env } })
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), standin }
}

/** The user that may log in. */
export const user = { username: 'ada', password: 'planted-password-91' } as const

/** Settings that require a login. */
export async function memberSettings(): Promise<Readonly<Record<string, string>>> {
  const hash = await hashPassword(user.password, Buffer.alloc(16, 5), { log2N: 13, r: 8, p: 1 })
  return { AUTH_ENABLED: 'true', AUTH_USERS: `${user.username}:${hash}`, AUTH_TOKEN_EXPIRY: '1' }
}

const link = z.looseObject({
  url: z.string().min(1),
  password: z.string(),
  note: z.string(),
  datetime: z.string(),
  source: z.string(),
})

/** The fields of an answer that all clients read. */
export const searchRead = z.looseObject({
  code: z.literal(0),
  data: z.looseObject({ total: z.int(), merged_by_type: z.record(z.string(), z.array(link)) }),
})
export type SearchRead = z.infer<typeof searchRead>
export type LinkRead = z.infer<typeof link>

/** A POST of JSON, as any of them sends it. */
export function posting(body: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
