// Which addresses of sources the page links to.

/** Whether a URL is safe to link; others are shown as text. */
export function isSafeUrl(address: string): boolean {
  return /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i.test(address)
}
