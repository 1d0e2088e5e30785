// Copies a text and says so.
import { usePage } from '../page-context.ts'
import { createMessages } from '../use-messages.ts'
import { copyText } from './clipboard.ts'

const copyMessages = createMessages({
  copied: ['已复制', 'Copied'],
  notCopied: ['复制失败，请长按或选中后手动复制', 'Copy failed; select and copy it manually'],
})

/** Copies a text and shows a toast that says what was copied. */
export function useCopy(): (text: string, message?: string) => Promise<void> {
  const messages = copyMessages.use()
  const { toast } = usePage()
  return async (text, message = messages.copied) => {
    toast.value = { text: (await copyText(text)) ? message : messages.notCopied }
  }
}
