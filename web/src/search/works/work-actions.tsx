// Ways to pass a work on: its best living links as a message, its address, the share sheet, a picture.
import { Copy, Image, Link, Share2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { useCopy } from '../../components/use-copy.ts'
import { WatchButton } from '../../components/watch-button.tsx'
import { urlPrefix } from '../../url-prefix.ts'
import { currentHealth } from '../link-health.ts'
import type { WorkContext } from '../list-context.ts'
import { formatWorks, workTitle } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { canShare, share } from './share-text.ts'
import { useChatLabels } from './use-chat-labels.ts'
import { livingLinks } from './work-pills.ts'
import { watchesOfWork, workWatchMessages } from './work-watches.ts'

/** The address leads to this work with all links that the archive has. */
export function WorkActions({ work, checking, mine }: WorkContext) {
  const messages = moreWorksMessages.use()
  const watchWords = workWatchMessages.use()
  const labels = useChatLabels()
  const copy = useCopy()
  const [isPicture, setPicture] = useState(false)
  const stateOf = currentHealth(checking)
  const living = () => livingLinks(work.links, mine, stateOf)
  const text = () => formatWorks([{ ...work, best: living() }], labels)
  const copyAll = () => {
    const dead = work.links.filter((link) => stateOf(link) === 'bad').length
    void copy(text(), messages.copiedLinks(living().length, dead))
  }
  return (
    <div class="mt-3 flex flex-wrap items-center gap-2 [&>button]:min-h-11">
      <Button icon={Copy} onClick={copyAll}>
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
      <Button icon={Image} onClick={() => setPicture(true)}>
        {messages.picture}
      </Button>
      <WatchButton offers={watchesOfWork(work, mine, watchWords)}>{watchWords.bell}</WatchButton>
      {isPicture && <PictureDialog work={work} links={living()} onClose={() => setPicture(false)} />}
    </div>
  )
}

function workAddress(key: string): string {
  return `${location.origin}${urlPrefix}/?${new URLSearchParams({ work: key })}`
}
