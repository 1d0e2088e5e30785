// Copies a link of a result.
import { useMemo, useRef } from 'preact/hooks'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import { cloudNames } from '../../components/cloud-names.ts'
import { useCopy } from '../../components/use-copy.ts'
import { titleOf } from '../arrange.ts'
import type { LinkChecking } from '../link-checking.ts'
import { currentHealth } from '../link-health.ts'
import { formatLinks } from '../link-text.ts'
import type { ListContext } from '../list-context.ts'
import { searchMessages } from '../messages.ts'
import { workTitle } from './export-links.ts'
import { bestLinks } from './work-pills.ts'
import { worksMessages } from './works-messages.ts'

/** Copies a link, by default the best one: under the title of its work, or in the list of links under its own. */
export function useCopyResult(mine: readonly CloudType[], checking: LinkChecking): ListContext['onCopy'] {
  const labels = searchMessages.use()
  const messages = worksMessages.use()
  const names = cloudNames.use()
  const copy = useCopy()
  const latest = useRef(copy)
  latest.current = copy
  return useMemo(
    () => (result, chosen) => {
      const link = chosen ?? bestLinks(result.links, mine, currentHealth(checking))[0]
      if (!link) return
      const message = (link.password === '' ? messages.copiedNoCode : messages.copied)(names[link.type])
      void latest.current(formatLinks([{ ...link, title: workTitle(titleOf(result)) }], labels), message)
    },
    [labels, messages, names, mine, checking],
  )
}
