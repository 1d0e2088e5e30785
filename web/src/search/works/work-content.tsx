// The details of a work, ways to pass it on, and links to it: for the dialog of a card and for the page of a work.
import { Copy, Link, Share2 } from 'lucide-preact'
import type { CollectedLink } from '../../../../client/link-collector.ts'
import type { CollectedWork } from '../../../../client/work-collector.ts'
import { Button } from '../../components/button.tsx'
import { useCopy } from '../../components/use-copy.ts'
import { urlPrefix } from '../../url-prefix.ts'
import { useMessages } from '../../use-messages.ts'
import type { ListContext } from '../list-context.ts'
import { searchMessages } from '../messages.ts'
import { Pictures } from '../pictures.tsx'
import { LinkRow } from '../result-row.tsx'
import { currentHealth } from '../use-results.ts'
import { formatWorks, workTitle } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import { canShare, share } from './share-text.ts'
import { workLabels } from './work-labels.ts'
import { bestLinks } from './work-pills.ts'
import { worksMessages } from './works-messages.ts'

interface WorkContentProps extends Pick<ListContext, 'kw' | 'checking' | 'mine'> {
  readonly work: CollectedWork
  /** Those that are shown. */
  readonly links: readonly CollectedLink[]
}

export function WorkContent({ work, links, kw, checking, mine }: WorkContentProps) {
  const words = useMessages(worksMessages)
  const facts = [
    ...(work.original_title ? [work.original_title] : []),
    words.kinds[work.kind],
    ...workLabels(work, words),
  ]
  return (
    <>
      <p class="text-sm text-soft">{facts.join(' · ')}</p>
      {work.excerpt && <p class="mt-2 text-sm">{work.excerpt}</p>}
      <WorkActions work={work} checking={checking} mine={mine} />
      <ul>
        {links.map((link) => (
          <li key={link.key} class="border-b border-line last:border-0">
            <LinkRow row={link} kw={kw} checking={checking} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Copies and shares the best links; the address leads to this work with all of its links. */
function WorkActions({ work, checking, mine }: Pick<WorkContentProps, 'work' | 'checking' | 'mine'>) {
  const messages = useMessages(moreWorksMessages)
  const labels = useMessages(searchMessages)
  const copy = useCopy()
  const text = () => formatWorks([{ ...work, best: bestLinks(work.links, mine, currentHealth(checking)) }], labels)
  return (
    <div class="flex flex-wrap items-center gap-2 pt-2">
      <Button icon={Copy} onClick={() => void copy(text())}>
        {messages.copyWork}
      </Button>
      <Button icon={Link} onClick={() => void copy(workAddress(work.key), messages.copiedAddress)}>
        {messages.copyAddress}
      </Button>
      {canShare() && (
        <Button icon={Share2} onClick={() => void share(workTitle(work), text(), workAddress(work.key))}>
          {messages.share}
        </Button>
      )}
      <Pictures urls={work.images} title={work.title} />
    </div>
  )
}

function workAddress(key: string): string {
  return `${location.origin}${urlPrefix}/?${new URLSearchParams({ work: key })}`
}
