// Refreshes lists on request and shows the result.
import { frameWords } from '../frame/words.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { useSight } from './board-context.ts'
import type { Renewed } from './lists.ts'
import { hotWords } from './words.ts'

export function useRenewing(): { renew(id: string): void; renewNear(): void } {
  const messages = useWords(hotWords)
  const { refusals } = useWords(frameWords)
  const { notice } = usePage()
  const { board } = useSight()
  const say = (renewed: Renewed) => {
    if (renewed === 'new') board.told.value = messages.refreshed
    else if (renewed === 'cached') notice.value = { text: messages.keptStill }
    else if (renewed === 'failed') notice.value = { text: messages.siteFailed }
    else if (renewed.refusal === 'rate') notice.value = { text: messages.limited(renewed.retryAfterS) }
    else notice.value = { text: `${messages.notRefreshed} ${refusals[renewed.refusal]}` }
  }
  return {
    renew(id) {
      if (!board.cellOf(id).isAsking.value) void board.renew(id).then(say)
    },
    renewNear() {
      if (!board.progress.value) void board.renewNear().then(say)
    },
  }
}
