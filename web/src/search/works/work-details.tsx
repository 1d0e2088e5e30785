// All links of a work, with what each is, in a dialog.
import { Copy, Share2 } from 'lucide-preact'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useMessages } from '../../use-messages.ts'
import { searchMessages } from '../messages.ts'
import { Pictures } from '../pictures.tsx'
import { RowItem } from '../row-item.tsx'
import { useCopy } from '../use-copy.ts'
import type { ShownWork } from './arrange-works.ts'
import type { CardContext } from './card-context.ts'
import { formatWorks, workTitle } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import { canShare, share } from './share-text.ts'
import { confirmedHealth } from './use-visible-works.ts'
import { workLabels } from './work-labels.ts'
import { bestLinks } from './work-pills.ts'
import { worksMessages } from './works-messages.ts'

interface DetailsProps {
  readonly item: ShownWork
  readonly context: CardContext
  readonly onClose: () => void
}

export function WorkDetails({ item: { work }, context: { kw, checking, mine }, onClose }: DetailsProps) {
  const messages = useMessages(moreWorksMessages)
  const words = useMessages(worksMessages)
  const labels = useMessages(searchMessages)
  const copy = useCopy()
  const text = () => formatWorks([{ ...work, best: bestLinks(work.links, mine, confirmedHealth(checking)) }], labels)
  const isMine = ({ type }: { readonly type: (typeof mine)[number] }) => mine.includes(type)
  const links = work.links.toSorted((a, b) => Number(isMine(b)) - Number(isMine(a)))
  const facts = [
    ...(work.original_title ? [work.original_title] : []),
    words.kinds[work.kind],
    ...workLabels(work, words),
  ]
  return (
    <Dialog title={workTitle(work)} onClose={onClose} isAside>
      <p class="text-sm text-soft">{facts.join(' · ')}</p>
      {work.excerpt && <p class="mt-2 text-sm">{work.excerpt}</p>}
      <div class="flex flex-wrap items-center gap-2 pt-2">
        <Button icon={Copy} onClick={() => void copy(text())}>
          {messages.copyWork}
        </Button>
        {canShare() && (
          <Button icon={Share2} onClick={() => void share(workTitle(work), text())}>
            {messages.share}
          </Button>
        )}
        <Pictures urls={work.images} title={work.title} />
      </div>
      <ul>
        {links.map((link) => (
          <li key={link.key} class="border-b border-line last:border-0">
            <RowItem row={link} kw={kw} checking={checking} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
