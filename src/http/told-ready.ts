// What the process that makes answers tells its workers of one they may send again themselves; it stands in a header.
import { z } from 'zod'
import type { KeptAnswer } from './ready.ts'

export const readyHeader = 'x-trawl-ready'

/** More would not fit among the headers; such an answer is made out of more than a thousand others. */
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

/** All of an answer but its bytes and its ETag; times in epoch milliseconds. */
export type ToldReady = Readonly<z.output<typeof told>>

/** The header for an answer; none when it may not be sent again. */
export function readyHeaders({ ready, route, what, until, remakeMs }: KeptAnswer): Record<string, string> {
  if (!ready.stamp) return {}
  const { slots, sum } = ready.stamp
  const text = JSON.stringify({ route, what, until, bornAt: ready.bornAt, remakeMs, slots, sum })
  return text.length > longestText ? {} : { [readyHeader]: text }
}

/** Reads the header. @throws ZodError, SyntaxError when it is not as `readyHeaders` writes it. */
export function readToldReady(text: string): ToldReady {
  return told.parse(JSON.parse(text))
}
