// The health of found links, and the filter that drops dead ones.
import type { CollectedLink } from '../../client/link-collector.ts'
import { checkItem } from '../contract/check.ts'
import type { ToolCall } from './tool-result.ts'

/** A link's health and when it was checked, in epoch milliseconds. */
interface LinkVerdict {
  readonly health: 'alive' | 'dead' | 'locked' | 'unchecked'
  readonly at?: number | undefined
}

export type CheckedLink = CollectedLink & { readonly verdict: LinkVerdict }

export const healthByState = { ok: 'alive', bad: 'dead', locked: 'locked' } as const

/** Adds the health that the search reported. */
export function withVerdict<Link extends CollectedLink>(link: Link): Link & CheckedLink {
  const { health } = link
  const verdict = health
    ? { health: healthByState[health.state], at: health.checkedAt }
    : { health: 'unchecked' as const }
  return { ...link, verdict }
}

const maxChecked = 50

/** Links that the check API rejects would fail the whole request; magnet and ed2k links have no host to check. */
function isCheckable({ verdict, type, url, password }: CheckedLink): boolean {
  if (verdict.health !== 'unchecked' || type === 'magnet' || type === 'ed2k') return false
  return checkItem.safeParse({ url, password }).success
}

/** Checks the first links, half as many again as `limit`, and returns all links except dead ones. */
export async function dropDeadLinks<Link extends CheckedLink>(
  links: readonly Link[],
  limit: number,
  { client, signal }: Pick<ToolCall, 'client' | 'signal'>,
): Promise<Link[]> {
  const checkCount = Math.min(limit + Math.ceil(limit / 2), maxChecked)
  const asked = links.filter(isCheckable).slice(0, checkCount)
  if (asked.length === 0) return [...links]
  const items = asked.map(({ url, password }) => ({ url, password }))
  const { results } = await client.check(items, { signal })
  const verdicts = new Map(
    asked.map(({ url }, index): [string, LinkVerdict] => {
      const { state = 'uncertain', checked_at: at = 0 } = results[index] ?? {}
      if (state === 'uncertain' || state === 'unsupported') return [url, { health: 'unchecked' }]
      return [url, { health: healthByState[state], at }]
    }),
  )
  const judged = links.map((link) => ({ ...link, verdict: verdicts.get(link.url) ?? link.verdict }))
  return judged.filter(({ verdict }) => verdict.health !== 'dead')
}
