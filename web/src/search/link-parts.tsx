// What rows and blocks of a link have in common: its code, the sign of the archive, and how it is copied.
import type { CollectedLink } from '../../../client/link-collector.ts'
import { useCopy } from '../components/use-copy.ts'
import { formatLinks } from './link-text.ts'
import { searchMessages } from './messages.ts'

type CodeProps = Pick<CollectedLink, 'password'> & { readonly class: string }

export function Code({ password, class: extraClass }: CodeProps) {
  const messages = searchMessages.use()
  const copy = useCopy()
  const label = messages.copyCode(password)
  if (password === '') return null
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      class={`rounded hover:bg-raised ${extraClass}`}
      onClick={() => void copy(password)}
    >
      {messages.code} <bdi class="inline-block max-w-40 truncate align-bottom font-mono text-ink">{password}</bdi>
    </button>
  )
}

export function ArchiveBadge() {
  const { archive, archiveHint } = searchMessages.use()
  return (
    <span title={archiveHint} class="rounded bg-raised px-1.5 text-xs leading-5 text-soft">
      {archive}
    </span>
  )
}

/** Copies title, URL and code in one piece. */
export function useCopyLink() {
  const messages = searchMessages.use()
  const copy = useCopy()
  return (link: Pick<CollectedLink, 'title' | 'url' | 'password'>) =>
    copy(formatLinks([link], messages), link.password === '' ? messages.copiedLink : messages.copiedWithCode)
}
