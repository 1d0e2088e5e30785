// Sites that answer only those who have been given something before: cookies of a page, a visitor's name.
import { z } from 'zod'
import { pageHeaders } from '../../reading/browser.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'

/** What a site gives its visitors and wants to see again. */
interface Pass {
  /** What it is remembered under. */
  readonly key: string
  readonly forMs?: number | undefined
  make(): Promise<string>
}

/** Sites let cookies live for days or longer; one that is refused earlier is made anew. */
const halfADayMs = 12 * 60 * 60_000

/**
 * What `use` makes of the cookies that a page sets, which are remembered for `forMs`; '' when it sets none. When remembered ones are
 * refused (`use` throws `blocked` or `mismatch`) they are got anew, once.
 * @throws UpstreamError as the page or `use` does.
 */
export function withCookies<T>(io: Io, page: string, use: (cookie: string) => Promise<T>, forMs?: number): Promise<T> {
  const make = () => io.cookies(page, { headers: pageHeaders })
  return withPass(io, { key: `cookies of ${page}`, forMs, make }, use)
}

/** The same for what has to be got in another way than by opening a page. */
export async function withPass<T>(io: Io, pass: Pass, use: (pass: string) => Promise<T>): Promise<T> {
  const state = { isNew: false }
  const recall = (forMs: number) =>
    io.remembered({
      key: pass.key,
      forMs,
      shape: z.string(),
      make: () => {
        state.isNew = true
        return pass.make()
      },
    })
  const first = await recall(pass.forMs ?? halfADayMs)
  try {
    return await use(first)
  } catch (error) {
    if (state.isNew || !isRefusal(error)) throw error
    const another = await recall(0)
    return use(another).catch((second: unknown) => {
      // A refusal shuts the host's breaker at once: the new pass, which is kept, then serves the next ask.
      throw second instanceof UpstreamError && second.kind === 'open' ? error : second
    })
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && (error.kind === 'blocked' || error.kind === 'mismatch')
}

/** The header that shows cookies; no header when there are none. */
export function cookieHeader(cookie: string): { readonly cookie?: string } {
  return cookie === '' ? {} : { cookie }
}
