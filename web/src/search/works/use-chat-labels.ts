// Words of a message for a chat, in the user's language.
import { cloudNames } from '../../components/cloud-names.ts'
import { useMessages } from '../../use-messages.ts'
import { searchMessages } from '../messages.ts'
import type { ChatLabels } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'

export function useChatLabels(): ChatLabels {
  const { code } = useMessages(searchMessages)
  const { named, allDead } = useMessages(moreWorksMessages)
  const names = useMessages(cloudNames)
  return { code, allDead, cloud: (type) => named(names[type]) }
}
