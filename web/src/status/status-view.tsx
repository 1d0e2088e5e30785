// The status view: health of sources; for administrators also failures, request statistics and log.

import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { lazyComponent } from '../components/lazy.tsx'
import { statusMessages } from './messages.ts'
import { SourcesSection } from './sources-section.tsx'

// Loaded lazily: most users have no access to these.
const ErrorsSection = lazyComponent(async () => (await import('./errors-section.tsx')).ErrorsSection)
const RequestsSection = lazyComponent(async () => (await import('./requests-section.tsx')).RequestsSection)
const LogSection = lazyComponent(async () => (await import('./log-section.tsx')).LogSection)

const sections = ['sources', 'errors', 'requests', 'log'] as const
type Section = (typeof sections)[number]

const views: Readonly<Record<Section, FunctionComponent>> = {
  sources: SourcesSection,
  errors: ErrorsSection,
  requests: RequestsSection,
  log: LogSection,
}

/** The section is part of the URL. */
export function StatusView() {
  const messages = statusMessages.use()
  const { show } = useLocation().query
  const section = sections.find((name) => name === show) ?? 'sources'
  const View = views[section]
  useEffect(() => {
    document.title = `${messages.title} - Trawl`
  }, [messages])
  return (
    <>
      <h1 class="sr-only">{messages.title}</h1>
      <Sections shown={section} />
      <View />
    </>
  )
}

function Sections({ shown }: { readonly shown: Section }) {
  const messages = statusMessages.use()
  return (
    <nav
      aria-label={messages.sections}
      class="mb-4 flex gap-1 overflow-x-auto border-b border-line p-0.5 pb-0 max-sm:fade-end"
    >
      {sections.map((name) => (
        <a
          key={name}
          href={name === 'sources' ? '/status' : `/status?show=${name}`}
          aria-current={name === shown ? 'page' : undefined}
          class="flex h-10 shrink-0 items-center rounded-t-lg border-b-2 border-transparent px-3 text-sm font-medium text-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-accent"
        >
          {messages.section[name]}
        </a>
      ))}
      <a
        href="/settings#sources"
        class="ml-auto flex h-10 shrink-0 items-center px-3 text-sm font-medium text-soft hover:text-ink"
      >
        {messages.administration}
      </a>
      {/* Not a view of this page: the browser loads it. */}
      <a
        href="/docs"
        target="_top"
        class="flex h-10 shrink-0 items-center px-3 text-sm font-medium text-soft hover:text-ink"
      >
        {messages.api}
      </a>
    </nav>
  )
}
