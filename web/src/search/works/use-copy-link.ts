// Copies a link of a work.
import { useMemo, useRef } from 'preact/hooks'
import { cloudNames } from '../../components/cloud-names.ts'
import { useCopy } from '../../components/use-copy.ts'
import { useMessages } from '../../use-messages.ts'
import { formatLinks } from '../link-text.ts'
import { searchMessages } from '../messages.ts'
import type { CardContext } from './card-context.ts'
import { workTitle } from './export-links.ts'
import { worksMessages } from './works-messages.ts'

/** Copies a link under the title of its work. */
export function useCopyLink(): CardContext['onCopy'] {
  const labels = useMessages(searchMessages)
  const messages = useMessages(worksMessages)
  const names = useMessages(cloudNames)
  const copy = useCopy()
  const latest = useRef(copy)
  latest.current = copy
  return useMemo(
    () => (work, link) => {
      const message = (link.password === '' ? messages.copiedNoCode : messages.copied)(names[link.type])
      void latest.current(formatLinks([{ ...link, title: workTitle(work) }], labels), message)
    },
    [labels, messages, names],
  )
}
