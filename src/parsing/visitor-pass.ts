// Visitor passes: cookies or tokens that a site issues first and requires in later requests.
import { z } from 'zod'
import { UpstreamError } from '../upstream/errors.ts'
import type { Io } from '../upstream/source.ts'
import { pageHeaders } from './browser-headers.ts'

interface VisitorPass {
  readonly key: string
  readonly forMs?: number | undefined
  make(): Promise<string>
}

/** Cookies usually live for days; one that is rejected earlier is renewed. */
const halfADayMs = 12 * 60 * 60_000

/**
 * Calls `use` with the cookies that a page sets ('' when it sets none); they are cached for `forMs`. When `use` rejects cached
 * cookies (throws `blocked` or `mismatch`), they are fetched again and `use` is retried once.
 * @throws UpstreamError as the page or `use` does.
 */
export function withCookies<T>(io: Io, page: string, use: (cookie: string) => Promise<T>, forMs?: number): Promise<T> {
  const make = () => io.cookies(page, { headers: pageHeaders })
  return withVisitorPass(io, { key: `cookies of ${page}`, forMs, make }, use)
}

/** Like `withCookies`, for passes that are not set by a page. */
export async function withVisitorPass<T>(io: Io, pass: VisitorPass, use: (pass: string) => Promise<T>): Promise<T> {
  const state = { isNew: false }
  const make = () => {
    state.isNew = true
    return pass.make()
  }
  const recall = (forMs: number) => io.remembered({ key: pass.key, forMs, shape: z.string(), make })
  const cached = await recall(pass.forMs ?? halfADayMs)
  try {
    return await use(cached)
  } catch (error) {
    if (state.isNew || !isRefusal(error)) throw error
    const renewed = await recall(0)
    return use(renewed).catch((second: unknown) => {
      // A rejection opens the host's circuit breaker at once: the new pass is cached and serves the next ask.
      throw second instanceof UpstreamError && second.kind === 'open' ? error : second
    })
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && (error.kind === 'blocked' || error.kind === 'mismatch')
}

export function cookieHeader(cookie: string): { readonly cookie?: string } {
  return cookie === '' ? {} : { cookie }
}
