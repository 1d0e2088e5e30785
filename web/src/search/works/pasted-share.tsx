// Checks a share that was pasted into the search box: whether it is alive, and the work that it belongs to.
import { useEffect, useState } from 'preact/hooks'
import type { CheckResponse, CheckResult } from '../../../../src/contract/check.ts'
import { usePage } from '../../page-context.ts'
import { useMessages } from '../../use-messages.ts'
import { HealthBadge } from '../health-badge.tsx'
import { cannotBeAsked } from '../link-health.ts'
import type { SearchSession } from '../search-session.ts'
import { workTitle } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import { parsePastedShare, shareAddress } from './parse-pasted-share.ts'

interface PastedProps {
  readonly text: string
  readonly session: SearchSession
}

/** Renders nothing for an address that is no share. */
export function PastedShare({ text, session }: PastedProps) {
  const messages = useMessages(moreWorksMessages)
  const share = parsePastedShare(text)
  const check = useCheck(share?.url, share?.password)
  const { result } = check
  if (!share || result?.normalized_url === '') return null
  const address = shareAddress(result?.normalized_url ?? share.url)
  const work = session.works.value.find(({ links }) => links.some(({ url }) => shareAddress(url) === address))
  return (
    <div role="status" class="mt-2 flex min-h-11 flex-wrap items-center gap-x-3 rounded-xl bg-wash px-4 py-2 text-sm">
      <span class="font-medium">{messages.pasted}</span>
      <PastedState {...check} />
      {work && (
        <span>
          {messages.pastedWork} <bdi class="font-medium">{workTitle(work)}</bdi>
        </span>
      )}
      <a
        href={result?.normalized_url ?? share.url}
        target="_blank"
        rel="noopener noreferrer"
        class="truncate text-accent hover:underline"
      >
        {result?.normalized_url ?? share.url}
      </a>
    </div>
  )
}

interface CheckState {
  readonly result?: CheckResult | undefined
  /** Whether the request failed, which says nothing of the share. */
  readonly hasFailed?: boolean
}

function useCheck(url: string | undefined, password = ''): CheckState {
  const { api } = usePage()
  const [state, setState] = useState<CheckState>({})
  useEffect(() => {
    setState({})
    if (url === undefined) return
    const abort = new AbortController()
    const items = [{ disk_type: '', url, password }]
    api.post<CheckResponse>('/api/check/links', { items }, { signal: abort.signal, isBackground: true }).then(
      ({ results }) => setState({ result: results[0] }),
      () => abort.signal.aborted || setState({ hasFailed: true }),
    )
    return () => abort.abort()
  }, [api, url, password])
  return state
}

function PastedState({ result, hasFailed = false }: CheckState) {
  const { notCheckable } = useMessages(moreWorksMessages)
  if (hasFailed) return <HealthBadge type="baidu" health={{ state: 'uncertain' }} />
  if (!result) return <HealthBadge type="baidu" health={{ state: 'asking' }} />
  if (result.state === 'unsupported' || cannotBeAsked(result.summary))
    return <span class="text-soft">{notCheckable}</span>
  return <HealthBadge type="baidu" health={{ state: result.state, checkedAt: result.checked_at }} />
}
