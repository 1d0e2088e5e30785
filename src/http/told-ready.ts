// The header that tells a worker how it may cache a response of the primary process.
import { z } from 'zod'
import type { KeptAnswer } from './ready.ts'

export const readyHeader = 'x-trawl-ready'

/** Longer values would not fit into the headers; such a response consists of more than a thousand answers. */
const longestText = 16_000

const told = z.object({
  route: z.string(),
  what: z.string(),
  until: z.number(),
  bornAt: z.number(),
  remakeMs: z.number(),
  slots: z.array(z.number()),
  sum: z.number(),
})

/** Cache metadata of a response; times in epoch milliseconds. */
export type ToldReady = Readonly<z.output<typeof told>>

/** Encodes the header; none if the response is not cacheable. */
export function readyHeaders({ ready, route, what, until, remakeMs }: KeptAnswer): Record<string, string> {
  if (!ready.stamp) return {}
  const { slots, sum } = ready.stamp
  const text = JSON.stringify({ route, what, until, bornAt: ready.bornAt, remakeMs, slots, sum })
  return text.length > longestText ? {} : { [readyHeader]: text }
}

/** Decodes the header. @throws ZodError, SyntaxError if it is malformed. */
export function readToldReady(text: string): ToldReady {
  return told.parse(JSON.parse(text))
}
