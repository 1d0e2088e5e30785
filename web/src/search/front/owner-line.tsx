// While this server has no owner, and this reader may become it: a line that leads to the settings.
import type { OwnerAnswer } from '../../../../src/contract/owner.ts'
import { useAnswer } from '../../use-answer.ts'
import { createMessages } from '../../use-messages.ts'

const ownerMessages = createMessages({
  none: ['还没有管理员', 'No owner'],
  why: ['设一个，就能在网页上改服务器的设置', 'Set one to change the server’s settings on the page'],
})

export function OwnerLine() {
  const messages = ownerMessages.use()
  const { answer } = useAnswer<OwnerAnswer>('/api/v1/owner', { isBackground: true })
  if (!answer || answer.exists || answer.offer !== 'open') return null
  return (
    <a href="/settings#owner" title={messages.why} class="py-2 text-sm text-accent hover:underline max-sm:text-xs">
      {messages.none}
    </a>
  )
}
