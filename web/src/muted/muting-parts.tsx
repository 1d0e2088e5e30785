// The functions that hide muted words, in one chunk that is loaded only if there are some.

import { createMessages } from '../use-messages.ts'
import type { MutedLineProps, Muting } from './muting.ts'
import { unmuted } from './without-muted.ts'

export const mutingParts: Muting = { MutedLine, unmuted }

const mutedMessages = createMessages({
  hidden: ['{0} 条被屏蔽词隐藏', '{0} hidden by muted words'],
  revealed: ['{0} 条含屏蔽词', '{0} with muted words'],
  show: ['显示', 'Show'],
  hide: ['隐藏', 'Hide'],
  edit: ['修改屏蔽词', 'Edit muted words'],
})

function MutedLine({ count, isRevealed, onReveal }: MutedLineProps) {
  const messages = mutedMessages.use()
  if (count === 0) return null
  return (
    <p class="figures px-3 text-xs leading-9 text-soft">
      {isRevealed ? messages.revealed(count) : messages.hidden(count)} ·{' '}
      <button type="button" class={action} onClick={() => onReveal(!isRevealed)}>
        {isRevealed ? messages.hide : messages.show}
      </button>
      {isRevealed && (
        <>
          {' · '}
          <a href="/settings#muted" class={action}>
            {messages.edit}
          </a>
        </>
      )}
    </p>
  )
}

const action = 'font-medium text-accent hover:underline'
