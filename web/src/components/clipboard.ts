// Copies text to the clipboard, with a fallback for plain http, where browsers offer no clipboard API.

/** Resolves to whether the text was copied. */
export async function copyText(text: string): Promise<boolean> {
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
