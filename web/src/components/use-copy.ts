// Copies a text and says so.
import { usePage } from '../page-context.ts'
import { createMessages } from '../use-messages.ts'

const copyMessages = createMessages({
  copied: ['已复制', 'Copied'],
  notCopied: ['复制失败，请长按或选中后手动复制', 'Copy failed; select and copy it manually'],
})

export function useCopy(): (text: string, message?: string) => Promise<void> {
  const messages = copyMessages.use()
  const { toast } = usePage()
  return async (text, message = messages.copied) => {
    toast.value = { text: (await copyText(text)) ? message : messages.notCopied }
  }
}

/** Resolves to whether the text was copied. */
async function copyText(text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (!clipboard) return copyBySelection(text)
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Fallback: `execCommand` copies selected text during a user gesture. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  // 16 px: phones zoom into smaller inputs.
  box.className = 'fixed start-0 top-0 size-px text-base opacity-0'
  // An open modal dialog makes everything outside of it inert.
  const container = document.querySelector('dialog[open]') ?? document.body
  container.append(box)
  box.select()
  const isCopied = document.execCommand('copy')
  box.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
