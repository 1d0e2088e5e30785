// Says how much the muted words hide here, and shows it on request.
import { usePage } from '../page-context.ts'
import { type Messages, useMessages } from '../use-messages.ts'
import type { MutedLineProps } from './muting.ts'

const zh = {
  hidden: (count: number) => `${count} 条被屏蔽词隐藏`,
  revealed: (count: number) => `${count} 条含屏蔽词`,
  show: '显示',
  hide: '隐藏',
  edit: '修改屏蔽词',
}

const en: typeof zh = {
  hidden: (count) => `${count} hidden by muted words`,
  revealed: (count) => `${count} with muted words`,
  show: 'Show',
  hide: 'Hide',
  edit: 'Edit muted words',
}

const mutedMessages: Messages<typeof zh> = { zh, en }

export function MutedLine({ count, isRevealed, onReveal }: MutedLineProps) {
  const messages = useMessages(mutedMessages)
  const { openDialog } = usePage()
  if (count === 0) return null
  const edit = () => {
    openDialog.value = 'settings'
  }
  return (
    <p class="figures px-3 text-xs leading-9 text-soft">
      {isRevealed ? messages.revealed(count) : messages.hidden(count)} ·{' '}
      <button type="button" class={action} onClick={() => onReveal(!isRevealed)}>
        {isRevealed ? messages.hide : messages.show}
      </button>
      {isRevealed && (
        <>
          {' · '}
          <button type="button" class={action} onClick={edit}>
            {messages.edit}
          </button>
        </>
      )}
    </p>
  )
}

const action = 'font-medium text-accent hover:underline'
