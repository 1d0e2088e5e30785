// Copies a text and says so.
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { copyText } from './clipboard.ts'
import { searchMessages } from './messages.ts'

/** Copies a text and shows a toast that says what was copied. */
export function useCopy(): (text: string, said?: string) => Promise<void> {
  const messages = useMessages(searchMessages)
  const { toast } = usePage()
  return async (text, said = messages.copied) => {
    toast.value = { text: (await copyText(text)) ? said : messages.notCopied }
  }
}
