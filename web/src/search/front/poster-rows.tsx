// Rows of works from hot lists on the start page; one press searches for a work.
import { ChevronRight } from 'lucide-preact'
import { useMemo, useRef } from 'preact/hooks'
import type { BatchAnswer, BatchResult } from '../../../../src/contract/hotlist.ts'
import { useMuted } from '../../muted/use-muted.ts'
import { useAnswer } from '../../use-answer.ts'
import { emptySearch } from '../search-state.ts'
import { searchUrl } from '../search-url.ts'
import { useWasNear } from '../use-was-near.ts'
import { Initial } from '../works/initial.tsx'
import { PosterImage } from '../works/poster-image.tsx'
import { savesData } from '../works/saves-data.ts'
import { frontMessages, listNames } from './front-messages.ts'
import { posterLists, titleOf } from './poster-lists.ts'

const maxWorks = 20

/** Lists that fail or that the service does not have are left out. */
export function PosterRows() {
  const messages = frontMessages.use()
  const loaded = usePosterLists()
  const { items: lists, muted } = useMuted(loaded)
  if (loaded.length === 0) return null
  return (
    <section data-wide aria-label={messages.popular} class="mt-2 flex flex-col gap-5 sm:mt-4">
      {lists.map((list) => (
        <PosterRow key={list.id} list={list} />
      ))}
      {muted.line}
    </section>
  )
}

function usePosterLists(): readonly BatchResult[] {
  const path = `/api/v1/batch?sources=${posterLists.join(',')}&limit=${maxWorks}`
  const { answer } = useAnswer<BatchAnswer>(path, { isBackground: true })
  return useMemo(() => answer?.results.filter(({ data }) => data.length > 0) ?? [], [answer])
}

function PosterRow({ list: { id, name, data } }: { readonly list: BatchResult }) {
  const names: Readonly<Record<string, string>> = listNames.use()
  const titleId = `posters-${id}`
  return (
    <section aria-labelledby={titleId}>
      <h2 class="mb-1.5 text-sm font-semibold text-soft">
        <a
          id={titleId}
          href={`/hot?list=${id}`}
          class="inline-flex min-h-9 items-center gap-0.5 hover:text-ink hover:underline"
        >
          {names[id] ?? name}
          <ChevronRight size={15} aria-hidden="true" />
        </a>
      </h2>
      <ul class="-mx-1 flex gap-3 overflow-x-auto px-1 pb-1 fade-end [scrollbar-width:thin]">
        {data.map((item) => (
          <li key={item.id} class="w-24 shrink-0">
            <Work title={titleOf(item.title)} picture={item.extra?.icon} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Work({ title, picture }: { readonly title: string; readonly picture: string | undefined }) {
  const messages = frontMessages.use()
  const box = useRef<HTMLAnchorElement>(null)
  const wasNear = useWasNear(box)
  return (
    <a
      ref={box}
      href={searchUrl({ ...emptySearch, kw: title })}
      title={messages.searchFor(title)}
      class="group block rounded-lg -outline-offset-2"
    >
      <span
        aria-hidden="true"
        class="flex h-34 w-24 items-center justify-center overflow-hidden rounded-lg bg-raised text-3xl text-soft select-none"
      >
        {wasNear && picture && !savesData() ? (
          <PosterImage urls={[picture]} title={title} isLarge />
        ) : (
          <Initial title={title} />
        )}
      </span>
      <span class="mt-1 line-clamp-2 h-9 text-xs leading-4.5 group-hover:text-accent">{title}</span>
    </a>
  )
}
