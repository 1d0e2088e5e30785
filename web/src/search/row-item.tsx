// A row of the results: title, cloud, age, sources, health, and actions.
import { Copy, CopyPlus, ExternalLink } from 'lucide-preact'
import { useMemo } from 'preact/hooks'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { displayNow } from '../clock.ts'
import { IconButton } from '../components/button.tsx'
import { highlight } from '../components/highlight.ts'
import { formatAge, formatDateTime } from '../format-time.ts'
import { usePage, usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { copyText } from './clipboard.ts'
import { cloudColour } from './cloud-colors.ts'
import { cloudNames } from './cloud-names.ts'
import { HealthBadge, useLinkHealth } from './health-badge.tsx'
import type { LinkChecking } from './link-checking.ts'
import { formatLink, formatLinkWithCode } from './link-text.ts'
import { searchMessages } from './messages.ts'
import { moreMessages } from './more-messages.ts'
import { Pictures } from './pictures.tsx'
import { RowSources } from './row-sources.tsx'

interface ItemProps {
  readonly row: Row
  /** The keyword, highlighted in the title. */
  readonly kw: string
  readonly checking: LinkChecking
}

/** Memoised: the list renders with every scroll step. */
export function RowItem({ row, kw, checking }: ItemProps) {
  return useMemo(() => <Item row={row} kw={kw} checking={checking} />, [row, kw, checking])
}

function Item({ row, kw, checking }: ItemProps) {
  const health = useLinkHealth(row, checking)
  const isDead = health?.state === 'bad'
  return (
    <div class="relative flex flex-wrap items-center gap-x-3 gap-y-0.5 py-3 text-sm text-soft sm:pe-48">
      <p class={`basis-full text-base leading-6 ${isDead ? 'line-through' : 'text-ink'}`}>
        <Title row={row} kw={kw} />
      </p>
      <Cloud row={row} />
      <HealthBadge type={row.type} health={health} />
      {row.password !== '' && <Code password={row.password} />}
      <Age at={row.at} />
      <RowSources sources={row.sources} />
      {row.isFromArchive && <ArchiveBadge />}
      {row.images.length > 0 && <Pictures urls={row.images} title={row.title} />}
      <Actions row={row} />
    </div>
  )
}

/**
 * Link to the share. The URL is the tooltip, as a title does not say where it leads. `bdi` isolates bidirectional
 * control characters.
 */
function Title({ row: { url, title }, kw }: Pick<ItemProps, 'row' | 'kw'>) {
  const pieces = highlight(title === '' ? url : title, kw)
  const text = pieces.map(({ text, isHit }, at) =>
    isHit ? (
      <mark key={at} class="rounded-xs bg-wash text-accent">
        {text}
      </mark>
    ) : (
      text
    ),
  )
  if (!isSafeUrl(url)) {
    return (
      <span class="line-clamp-3">
        <bdi>{text}</bdi> <bdi class="text-sm text-soft">{url}</bdi>
      </span>
    )
  }
  return (
    <a
      href={url}
      title={url}
      target="_blank"
      rel="noopener noreferrer"
      class="line-clamp-3 font-medium hover:underline"
    >
      <bdi>{text}</bdi>
    </a>
  )
}

function Cloud({ row: { type } }: Pick<ItemProps, 'row'>) {
  const names = useMessages(cloudNames)
  return (
    <span class="inline-flex items-center gap-1.5 text-ink">
      <span aria-hidden="true" class="size-2 rounded-full" style={{ background: cloudColour(type) }} />
      {names[type]}
    </span>
  )
}

/** Copies a text and shows a toast. */
function useCopy(): (text: string) => Promise<void> {
  const messages = useMessages(searchMessages)
  const { toast } = usePage()
  return async (text) => {
    toast.value = { text: (await copyText(text)) ? messages.copied : messages.notCopied }
  }
}

function Code({ password }: Pick<Row, 'password'>) {
  const messages = useMessages(searchMessages)
  const copy = useCopy()
  const label = messages.copyCode(password)
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      class="min-h-6 rounded px-1 hover:bg-raised hover:text-ink"
      onClick={() => void copy(password)}
    >
      {messages.code} <bdi class="inline-block max-w-40 truncate align-bottom font-mono text-ink">{password}</bdi>
    </button>
  )
}

function Age({ at }: Pick<Row, 'at'>) {
  const language = usePreferences().language.value
  if (at === undefined) return null
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, language)}>
      {formatAge(at, displayNow.value, language)}
    </time>
  )
}

function ArchiveBadge() {
  const messages = useMessages(searchMessages)
  return (
    <span title={messages.archiveHint} class="rounded bg-raised px-1.5 text-xs leading-5">
      {messages.archive}
    </span>
  )
}

function Actions({ row }: Pick<ItemProps, 'row'>) {
  const messages = useMessages(searchMessages)
  const { copied } = useMessages(moreMessages)
  const copy = useCopy()
  const link = formatLink(row)
  const withCode = formatLinkWithCode(row, copied)
  return (
    <div class="-me-2 ms-auto flex shrink-0 items-center sm:absolute sm:end-0 sm:top-4 sm:me-0">
      {row.password !== '' && (
        <IconButton icon={CopyPlus} label={messages.copyWithCode} onClick={() => void copy(withCode)} />
      )}
      <IconButton icon={Copy} label={messages.copyLink} onClick={() => void copy(link)} />
      {isSafeUrl(row.url) && (
        // Not focusable: the title links to the same URL.
        <a
          href={row.url}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          class="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-3 text-sm font-medium text-accent hover:bg-raised"
        >
          <ExternalLink size={16} aria-hidden="true" />
          {messages.open}
        </a>
      )}
    </div>
  )
}

/** Whether a URL is safe to link; others are shown as text. */
function isSafeUrl(address: string): boolean {
  return /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i.test(address)
}
