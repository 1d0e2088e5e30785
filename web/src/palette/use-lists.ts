// The hot lists that the palette leads to.
import { useEffect, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { usePage } from '../page-context.ts'

/** Empty until they are loaded. */
export function useLists(): readonly SourceRecord[] {
  const { api } = usePage()
  const [records, setRecords] = useState<readonly SourceRecord[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const options = { signal: controller.signal, isBackground: true }
    api.json<{ sources: readonly SourceRecord[] }>('/api/v1/sources', options).then(
      ({ sources }) => setRecords(sources.filter(({ enabled }) => enabled)),
      () => undefined,
    )
    return () => controller.abort()
  }, [api])
  return records
}
