// While this server has no owner, and this reader may become it: a line that leads to the settings.
import type { OwnerAnswer } from '../../../../src/contract/owner.ts'
import { useAnswer } from '../../use-answer.ts'
import { createMessages } from '../../use-messages.ts'

const ownerMessages = createMessages({
  none: [
    '这台服务器还没有管理员：设一个，就能在网页上改它的设置',
    'This server has no owner yet: become it, and change its settings on the page',
  ],
})

export function OwnerLine() {
  const messages = ownerMessages.use()
  const { answer } = useAnswer<OwnerAnswer>('/api/v1/owner', { isBackground: true })
  if (!answer || answer.exists || answer.offer !== 'open') return null
  return (
    <a href="/settings#owner" class="self-center py-2 text-center text-sm text-accent hover:underline">
      {messages.none}
    </a>
  )
}
