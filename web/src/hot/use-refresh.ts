// Refreshes lists on request and shows the result.
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'
import { useBoard } from './board-context.ts'
import type { RefreshResult } from './list-loader.ts'
import { hotMessages } from './messages.ts'

export function useRefresh(): { refresh(id: string): void; refreshNear(): void } {
  const messages = hotMessages.use()
  const { errors } = frameMessages.use()
  const { toast } = usePage()
  const { board } = useBoard()
  const showResult = (result: RefreshResult) => {
    if (result === 'new') board.announcement.value = messages.refreshed
    else if (result === 'cached') toast.value = { text: messages.alreadyFresh }
    else if (result === 'failed') toast.value = { text: messages.siteFailed }
    else if (result.kind === 'rate') toast.value = { text: messages.limited(result.retryAfterS) }
    else toast.value = { text: `${messages.notRefreshed} ${errors[result.kind]}` }
  }
  return {
    refresh(id) {
      if (!board.stateOf(id).isLoading.value) void board.refresh(id).then(showResult)
    },
    refreshNear() {
      if (!board.progress.value) void board.refreshNear().then(showResult)
    },
  }
}
