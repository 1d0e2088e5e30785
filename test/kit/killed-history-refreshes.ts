// The refreshes that a killed process records: each follows from its number.
import type { Refresh } from '../../src/store/history/types.ts'
import { seeded } from './clocks.ts'

export interface RefreshToWrite extends Refresh {
  readonly list: string
}

const start = Date.UTC(2026, 10, 1)

/** The refresh with this number, a minute after the one before. */
export function refreshOf(number: number): RefreshToWrite {
  const random = seeded(number + 1)
  const ids = new Set(Array.from({ length: 30 }, () => Math.floor(random() * 60)))
  const items = [...ids].map((id) => {
    const hot = Math.floor(random() * 1_000_000)
    return { id: `${id}`, title: `Title ${id}`, url: `https://items.site.test/${id}`, hot }
  })
  return { list: 'weibo', at: start + number * 60_000, items }
}
