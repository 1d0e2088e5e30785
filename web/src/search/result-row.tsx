// A link as a row: title, cloud, age, sources, health, and actions.

import { Copy } from 'lucide-preact'
import { useMemo, useState } from 'preact/hooks'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { Age } from '../components/age.tsx'
import { IconButton } from '../components/button.tsx'
import { shortCloudNames } from '../components/cloud-names.ts'
import { Highlighted } from '../components/highlighted.tsx'
import { isSafeUrl } from '../components/is-safe-url.ts'
import { OutLink } from '../components/out-link.tsx'
import { sourceName } from '../source-name.ts'
import type { Result } from './arrange.ts'
import { CloudDot } from './cloud-dot.tsx'
import { HealthBadge } from './health-badge.tsx'
import type { LinkChecking } from './link-checking.ts'
import { ArchiveBadge, Code, useCopyLink } from './link-parts.tsx'
import type { ListContext } from './list-context.ts'
import { searchMessages } from './messages.ts'
import { Pictures } from './pictures.tsx'
import { useLinkHealth } from './use-link-health.ts'
import { SelectBox } from './works/select-box.tsx'
import type { Selection } from './works/selection.ts'

interface ItemProps {
  readonly row: Row
  /** The keyword, highlighted in the title. */
  readonly kw: string
  readonly checking: LinkChecking
  readonly selection?: Selection | undefined
}

/** A result of the list of links. Memoised: its page is rendered whenever results come. */
export function ResultRow({ item, context }: { readonly item: Result; readonly context: ListContext }) {
  return useMemo(
    () => (
      <div class="border-b border-line">
        {item.links.map((row) => (
          <LinkRow key={row.key} row={row} {...context} />
        ))}
      </div>
    ),
    [item.links[0], context],
  )
}

function LinkRow({ row, kw, checking, selection }: ItemProps) {
  const health = useLinkHealth(row, checking)
  const isDead = health?.state === 'bad'
  return (
    <div class="relative flex gap-x-2 py-2.5 text-sm sm:py-3 text-soft">
      <div class="flex min-w-0 flex-1 flex-wrap gap-x-2 gap-y-0.5">
        <p class={`min-w-0 flex-1 text-base leading-6 ${isDead ? 'line-through' : 'text-ink'}`}>
          <Title row={row} kw={kw} />
        </p>
        {row.images.length > 0 && <Pictures urls={row.images} title={row.title} />}
        <div class="flex min-w-0 basis-full flex-wrap items-center gap-x-1.5 gap-y-0.5 sm:gap-x-3">
          <Cloud row={row} />
          {row.at !== undefined && <Age at={row.at} />}
          <Code password={row.password} class="min-h-6 hover:text-ink" />
          <HealthBadge type={row.type} health={health} isShort />
          <RowSources sources={row.sources} />
          {row.isFromArchive && <ArchiveBadge />}
        </div>
      </div>
      <div class="-me-3 flex shrink-0 items-center self-start">
        {selection && <SelectBox selected={row.key} name={row.title} selection={selection} />}
        <CopyButton row={row} />
      </div>
    </div>
  )
}

/**
 * Link to the share. The URL is the tooltip, as a title does not say where it leads. `bdi` isolates bidirectional
 * control characters.
 */
function Title({ row: { url, title }, kw }: Pick<ItemProps, 'row' | 'kw'>) {
  const text = <Highlighted text={title === '' ? url : title} kw={kw} />
  if (!isSafeUrl(url)) {
    return (
      <span class="line-clamp-3">
        <bdi>{text}</bdi> <bdi class="text-sm text-soft">{url}</bdi>
      </span>
    )
  }
  return (
    <OutLink href={url} title={url} class="line-clamp-3 font-medium hover:underline">
      <bdi>{text}</bdi>
    </OutLink>
  )
}

function Cloud({ row: { type } }: Pick<ItemProps, 'row'>) {
  const names = shortCloudNames.use()
  return (
    <span class="inline-flex items-center gap-1.5 text-ink">
      <CloudDot type={type} />
      {names[type]}
    </span>
  )
}

function CopyButton({ row }: Pick<ItemProps, 'row'>) {
  const { copyLink } = searchMessages.use()
  const copy = useCopyLink()
  return <IconButton icon={Copy} label={copyLink} class="size-11! text-accent!" onClick={() => void copy(row)} />
}

/** More would fill a screen. */
const maxNames = 12

/** The names, without an end if there are too many. */
function openText(names: readonly string[]): string {
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])].join(' · ')
}

/** Names without links: the page does not send users to channels. */
function RowSources({ sources }: { readonly sources: readonly string[] }) {
  const messages = searchMessages.use()
  const [isOpen, setOpen] = useState(false)
  const [first = '', ...others] = sources.map(sourceName)
  const more = messages.moreSources(others.length)
  return (
    // The rest of the line on phones, so that text beside it does not move as sources are added.
    <span class={isOpen ? '' : 'inline-flex min-h-6 min-w-0 items-center gap-1 max-sm:flex-1 max-sm:basis-22'}>
      {isOpen ? (
        <span title={sources.map(sourceName).join(' · ')}>{openText([first, ...others])} </span>
      ) : (
        <span class="truncate">{first}</span>
      )}
      {others.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={more}
          title={more}
          class="min-h-6 min-w-8 shrink-0 rounded px-1 text-accent figures hover:bg-raised"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '−' : `+${others.length}`}
        </button>
      )}
    </span>
  )
}
