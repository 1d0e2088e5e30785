// Loads the available sources and, where permitted, their health.
import { useEffect, useState } from 'preact/hooks'
import type { SourceHealth } from '../../../src/contract/hotlist-reports.ts'
import type { HealthResponse } from '../../../src/contract/search.ts'
import { type PageParts, usePage } from '../page.ts'
import type { Offered } from './picking.ts'

/** By source id: `tg:name`, `plugin:name`. */
export type Marks = ReadonlyMap<string, SourceHealth['health']>

export interface Sources {
  /** Undefined until loaded. */
  readonly offered: Offered | undefined
  readonly marks: Marks
  readonly isFailed: boolean
  readonly retry: () => void
}

interface Known {
  readonly offered?: Offered
  readonly marks?: Marks
  readonly isFailed?: boolean
}

/** Loads the sources on mount and on `retry`. */
export function useSources(): Sources {
  const parts = usePage()
  const [known, setKnown] = useState<Known>({})
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const learn = (news: Known) => {
      if (!abort.signal.aborted) setKnown((before) => ({ ...before, ...news }))
    }
    learn({ isFailed: false })
    askOffered(parts, abort.signal).then(
      (offered) => learn({ offered }),
      () => learn({ isFailed: true }),
    )
    askMarks(parts, abort.signal).then(
      (marks) => learn({ marks }),
      () => learn({}),
    )
    return () => abort.abort()
  }, [tries, parts])
  const { offered, marks = new Map(), isFailed = false } = known
  return { offered, marks, isFailed, retry: () => setTries(tries + 1) }
}

async function askOffered({ asking }: PageParts, signal: AbortSignal): Promise<Offered> {
  const { channels, plugins } = await asking.json<HealthResponse>('/api/health', { signal })
  return { channels, plugins }
}

/** With ADMIN_TOKEN set, health is for administrators only; the explicit credential avoids a login prompt for it. */
async function askMarks({ asking, pass }: PageParts, signal: AbortSignal): Promise<Marks> {
  const want = { signal, pass: pass.value }
  const { search } = await asking.json<{ search: { details: readonly SourceHealth[] } }>('/api/v1/health', want)
  return new Map(search.details.map(({ id, health }) => [id, health]))
}
