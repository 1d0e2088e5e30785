// Why a source failed, as a code with parameters: clients say it in the language of their user.
import { z } from 'zod'

/** A kind of failure where nothing more is known of it, and what is known of the others. The page has words for each. */
export const reasonCodes = [
  'timeout',
  'network',
  'unavailable',
  'blocked',
  'mismatch',
  'open',
  'no_connection',
  'no_first_byte',
  'refused',
  'reset',
  'no_such_host',
  'private_address',
  'status',
  'challenge',
  'throttled',
  'redirected',
  'too_large',
  'truncated',
  'downloading',
  'no_preview',
  'proxy_login',
  'proxy_not_found',
  'proxy_unreachable',
  'proxy_refused',
  'proxy_protocol',
  'behind_proxy',
  'closed',
  'unknown_name',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

export const reason = z.strictObject({
  code: z.enum(reasonCodes),
  /** `redirected`: where to. */
  to: z.string().optional(),
  /** `status`: the HTTP status; `behind_proxy`: that of the proxy, if it answered. */
  status: z.int().optional(),
  /** `open`, `private_address`, `behind_proxy`: the host. */
  host: z.string().optional(),
  /** `open`: the kind of the failure before. */
  after: z.string().optional(),
  /** `proxy_…`, `behind_proxy`, and what ran out of time behind a proxy: its address, without name and password. */
  proxy: z.string().optional(),
  /** `proxy_unreachable`, `proxy_refused`: the address to set instead, for a loopback address in a container. */
  use: z.string().optional(),
  /** `closed`: hours of the day in China, as `05:00`. */
  from: z.string().optional(),
  until: z.string().optional(),
  /** `unknown_name`: the plugin or cloud that the request names. */
  name: z.string().optional(),
  /** Time of the earlier answer that is used instead (epoch milliseconds). */
  answer_at: z.int().optional(),
})
export type Reason = Readonly<z.infer<typeof reason>>
