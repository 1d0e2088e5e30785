// Checks a share that was pasted into the search box: whether it is alive, and the work that it belongs to.
import { useEffect } from 'preact/hooks'
import type { CheckResponse, CheckResult } from '../../../../src/contract/check.ts'
import { Button } from '../../components/button.tsx'
import { isSafeUrl } from '../../components/is-safe-url.ts'
import { OutLink } from '../../components/out-link.tsx'
import { useCopy } from '../../components/use-copy.ts'
import { useAnswer } from '../../use-answer.ts'
import { HealthBadge } from '../health-badge.tsx'
import { cannotBeAsked } from '../link-health.ts'
import { formatLinks } from '../link-text.ts'
import { searchMessages } from '../messages.ts'
import { recognisePasted } from '../pasted/recognise-pasted.ts'
import type { SearchSession } from '../search-session.ts'
import type { SearchState } from '../search-state.ts'
import { workTitle } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import { type PastedShare as PastedShareText, parsePastedShare, shareAddress } from './parse-pasted-share.ts'

interface PastedProps {
  readonly ask: SearchState
  readonly session: SearchSession
  readonly onChange: (part: Partial<SearchState>) => void
}

/** Renders nothing for an address that is no share. */
export function PastedShare({ ask, session, onChange }: PastedProps) {
  const messages = moreWorksMessages.use()
  const labels = searchMessages.use()
  const share = parsePastedShare(ask.share ?? '')
  useNameIfNothing(share, { ask, session, onChange })
  const check = useCheck(share?.url, share?.password)
  const { result } = check
  useBannerIfPage(result, { ask, session, onChange })
  if (!share || result?.normalized_url === '') return null
  const url = result?.normalized_url ?? share.url
  const address = shareAddress(url)
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
      <bdi class="min-w-0 truncate text-soft">{url}</bdi>
      {share.password !== '' && (
        <span>
          {labels.code} <code class="font-medium">{share.password}</code>
        </span>
      )}
      <ShareButtons share={share} url={url} />
    </div>
  )
}

function ShareButtons({ share: { name, password }, url }: { readonly share: PastedShareText; readonly url: string }) {
  const messages = moreWorksMessages.use()
  const labels = searchMessages.use()
  const copy = useCopy()
  return (
    <span class="ms-auto flex gap-2">
      {isSafeUrl(url) && (
        <OutLink
          href={url}
          class="inline-flex min-h-11 items-center rounded-lg px-4 font-medium text-accent hover:underline"
        >
          {messages.open}
        </OutLink>
      )}
      <Button class="min-h-11!" onClick={() => void copy(formatLinks([{ title: name, url, password }], labels))}>
        {messages.copy}
      </Button>
    </span>
  )
}

/** A page is no share: the search, which did not wait for that, gives way to what can be made of a page. */
function useBannerIfPage(result: CheckResult | undefined, { ask, onChange }: PastedProps): void {
  const isPage = result?.normalized_url === '' && recognisePasted(ask.share ?? '')?.kind === 'page'
  useEffect(() => {
    if (isPage) onChange({ kw: '' })
  }, [isPage])
}

/** The name is searched for where nothing is known of the address. */
function useNameIfNothing(share: PastedShareText | undefined, { ask, session, onChange }: PastedProps): void {
  const { phase } = session.progress.value
  const isNothing = phase === 'done' && session.works.value.length === 0
  useEffect(() => {
    if (isNothing && share?.url === ask.kw && share.name !== '') onChange({ kw: share.name })
  }, [isNothing])
}

function useCheck(url: string | undefined, password = '') {
  const body = { items: [{ disk_type: '', url, password }] }
  const path = url === undefined ? undefined : '/api/check/links'
  const { answer, error } = useAnswer<CheckResponse>(path, { body, isBackground: true, isOwnOnly: true })
  return { result: answer?.results[0], hasFailed: error !== undefined }
}

/** A request that failed says nothing of the share. */
function PastedState({ result, hasFailed }: ReturnType<typeof useCheck>) {
  const { notCheckable } = moreWorksMessages.use()
  if (hasFailed) return <HealthBadge type="baidu" health={{ state: 'uncertain' }} />
  if (!result) return <HealthBadge type="baidu" health={{ state: 'asking' }} />
  if (result.state === 'unsupported' || cannotBeAsked(result.summary))
    return <span class="text-soft">{notCheckable}</span>
  return <HealthBadge type="baidu" health={{ state: result.state, checkedAt: result.checked_at }} />
}
