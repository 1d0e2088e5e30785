// A row of the results: title, cloud, age, sources, health, and actions.
import { Copy, CopyPlus, ExternalLink } from 'lucide-preact'
import { useMemo } from 'preact/hooks'
import { ageText, timeText } from '../ages.ts'
import { shownNow } from '../clock.ts'
import { useWords } from '../language.ts'
import { useChoices, usePage } from '../page.ts'
import { IconButton } from '../parts/button.tsx'
import { marked } from '../parts/marked.ts'
import type { Checking } from './checking.ts'
import { cloudColour } from './cloud-dots.ts'
import { cloudNames } from './cloud-names.ts'
import { copyText } from './copying.ts'
import { HealthMark, useKnown } from './health-mark.tsx'
import { linkText, linkWithCode } from './link-texts.ts'
import { mayOpen } from './may-open.ts'
import { Pictures } from './pictures.tsx'
import type { Row } from './row.ts'
import { RowSources } from './row-sources.tsx'
import { searchWords } from './words.ts'
import { moreWords } from './words-more.ts'

interface ItemProps {
  readonly row: Row
  /** The keyword, highlighted in the title. */
  readonly kw: string
  readonly checking: Checking
}

/** Memoised: the list renders with every scroll step. */
export function RowItem({ row, kw, checking }: ItemProps) {
  return useMemo(() => <Item row={row} kw={kw} checking={checking} />, [row, kw, checking])
}

function Item({ row, kw, checking }: ItemProps) {
  const known = useKnown(row, checking)
  const isDead = known?.state === 'bad'
  return (
    <div class="relative flex flex-wrap items-center gap-x-3 gap-y-0.5 py-3 text-sm text-soft sm:pe-48">
      <p class={`basis-full text-base leading-6 ${isDead ? 'line-through' : 'text-ink'}`}>
        <Title row={row} kw={kw} />
      </p>
      <Cloud row={row} />
      <HealthMark type={row.type} known={known} />
      {row.password !== '' && <Code password={row.password} />}
      <Age at={row.at} />
      <RowSources sources={row.sources} />
      {row.isRemembered && <Memory />}
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
  const pieces = marked(title === '' ? url : title, kw)
  const text = pieces.map(({ text, isHit }, at) =>
    isHit ? (
      <mark key={at} class="rounded-xs bg-wash text-accent">
        {text}
      </mark>
    ) : (
      text
    ),
  )
  if (!mayOpen(url)) {
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
  const names = useWords(cloudNames)
  return (
    <span class="inline-flex items-center gap-1.5 text-ink">
      <span aria-hidden="true" class="size-2 rounded-full" style={{ background: cloudColour(type) }} />
      {names[type]}
    </span>
  )
}

/** Copies a text and shows a toast. */
function useCopy(): (text: string) => Promise<void> {
  const messages = useWords(searchWords)
  const { notice } = usePage()
  return async (text) => {
    notice.value = { text: (await copyText(text)) ? messages.copied : messages.notCopied }
  }
}

function Code({ password }: Pick<Row, 'password'>) {
  const messages = useWords(searchWords)
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
  const language = useChoices().language.value
  if (at === undefined) return null
  return (
    <time dateTime={new Date(at).toISOString()} title={timeText(at, language)}>
      {ageText(at, shownNow.value, language)}
    </time>
  )
}

function Memory() {
  const messages = useWords(searchWords)
  return (
    <span title={messages.memoryWhy} class="rounded bg-raised px-1.5 text-xs leading-5">
      {messages.memory}
    </span>
  )
}

function Actions({ row }: Pick<ItemProps, 'row'>) {
  const messages = useWords(searchWords)
  const { copied } = useWords(moreWords)
  const copy = useCopy()
  const link = linkText(row)
  const withCode = linkWithCode(row, copied)
  return (
    <div class="-me-2 ms-auto flex shrink-0 items-center sm:absolute sm:end-0 sm:top-4 sm:me-0">
      {row.password !== '' && (
        <IconButton icon={CopyPlus} label={messages.copyWithCode} onClick={() => void copy(withCode)} />
      )}
      <IconButton icon={Copy} label={messages.copyLink} onClick={() => void copy(link)} />
      {mayOpen(row.url) && (
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
