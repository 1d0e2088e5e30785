// The page links only to these addresses of sources.

/** Whether a URL is safe to link; others are shown as text. */
export function isSafeUrl(address: string): boolean {
  return /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i.test(address)
}
