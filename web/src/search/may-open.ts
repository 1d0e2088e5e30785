// Which addresses may be links: those a browser, a downloader or a torrent program opens, and none that runs something here.

/** Is it one? Others are shown as text. */
export function mayOpen(address: string): boolean {
  return /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i.test(address)
}
