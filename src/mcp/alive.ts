// What is known of the health of links that were found, and dead ones left out.
import { checkItem } from '../contract/check.ts'
import type { Asking, CheckResults } from './asking.ts'
import type { FoundLink } from './found-links.ts'

/** Whether a link is still there, and since when that is known, in epoch milliseconds. */
interface Verdict {
  readonly health: 'alive' | 'dead' | 'locked' | 'unchecked'
  readonly at?: number | undefined
}

/** A link with what is known of it. */
export type CheckedLink = FoundLink & { readonly verdict: Verdict }

const words = { ok: 'alive', bad: 'dead', locked: 'locked' } as const

/** With what the search has told of them. */
export function withVerdicts(links: readonly FoundLink[]): CheckedLink[] {
  return links.map((link) => {
    const { health } = link
    return {
      ...link,
      verdict: health ? { health: words[health.state], at: health.checkedAt } : { health: 'unchecked' },
    }
  })
}

/** A call checks no more than so many. */
const mostChecked = 50

/** One that no check takes would spoil that of the others, and of what has no host nobody can be asked. */
function isCheckable({ verdict, type, url, password }: CheckedLink): boolean {
  if (verdict.health !== 'unchecked' || type === 'magnet' || type === 'ed2k') return false
  return checkItem.safeParse({ url, password }).success
}

/** Checks the first of them, some more than are wanted, and gives all without those that are dead. */
export async function onlyAlive(
  links: readonly CheckedLink[],
  limit: number,
  check: Asking['check'],
  signal: AbortSignal,
): Promise<CheckedLink[]> {
  const most = Math.min(limit + Math.ceil(limit / 2), mostChecked)
  const asked = links.filter(isCheckable).slice(0, most)
  if (asked.length === 0) return [...links]
  const results = await check(
    asked.map(({ url, password }) => ({ url, password })),
    signal,
  )
  const verdicts = new Map(
    asked.map(({ url }, index): [string, Verdict] => {
      const { state = 'uncertain', checked_at: at = 0 } = results[index] ?? {}
      const health = healthOf(state)
      return [url, health === 'unchecked' ? { health } : { health, at }]
    }),
  )
  const told = links.map((link) => ({ ...link, verdict: verdicts.get(link.url) ?? link.verdict }))
  return told.filter(({ verdict }) => verdict.health !== 'dead')
}

/** What a check found, in the words of the tools. */
function healthOf(state: CheckResults[number]['state']): Verdict['health'] {
  return state === 'ok' || state === 'bad' || state === 'locked' ? words[state] : 'unchecked'
}
