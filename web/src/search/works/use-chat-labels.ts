// Words of a message for a chat, in the user's language.
import { cloudNames } from '../../components/cloud-names.ts'
import { searchMessages } from '../messages.ts'
import type { ChatLabels } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'

export function useChatLabels(): ChatLabels {
  const { codeIs } = searchMessages.use()
  const { named, allDead } = moreWorksMessages.use()
  const names = cloudNames.use()
  return { codeIs, allDead, cloud: (type) => named(names[type]) }
}
