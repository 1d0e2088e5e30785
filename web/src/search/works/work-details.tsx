// All links of a work, with what each is, in a dialog.
import { Dialog } from '../../components/dialog.tsx'
import type { Result } from '../arrange.ts'
import type { ListContext } from '../list-context.ts'
import { workTitle } from './export-links.ts'
import { WorkContent } from './work-content.tsx'

interface DetailsProps {
  readonly item: Result
  readonly context: ListContext
  readonly onClose: () => void
}

export function WorkDetails({ item: { work }, context: { kw, checking, mine }, onClose }: DetailsProps) {
  const isMine = ({ type }: { readonly type: (typeof mine)[number] }) => mine.includes(type)
  const links = work.links.toSorted((a, b) => Number(isMine(b)) - Number(isMine(a)))
  return (
    <Dialog title={workTitle(work)} onClose={onClose} isAside>
      <WorkContent {...{ work, links, kw, checking, mine }} />
    </Dialog>
  )
}
