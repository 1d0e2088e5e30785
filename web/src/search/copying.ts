// Puts text into the clipboard, also where a browser has none to offer: on plain http it hides it.

/** Resolves with whether it is there. */
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

/** The way from before there was a clipboard: text that is selected can be copied by a press of a button. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  // 16 px: a phone zooms into anything smaller.
  box.className = 'fixed start-0 top-0 size-px text-base opacity-0'
  // An open dialogue makes all outside of it unselectable.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(box)
  box.select()
  const isCopied = document.execCommand('copy')
  box.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
