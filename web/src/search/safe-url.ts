// Decides which URLs may be links: those that open in a browser, a downloader or a torrent client.

/** Whether a URL is safe to link; others are shown as text. */
export function isSafeUrl(address: string): boolean {
  return /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i.test(address)
}
