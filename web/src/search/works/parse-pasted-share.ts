// The share in a pasted text.

export interface PastedShare {
  readonly url: string
  /** Empty if the text names none. */
  readonly password: string
}

/** Finds the address of a share and its access code in a text such as `链接: https://… 提取码: k3m9`. */
export function parsePastedShare(text: string): PastedShare | undefined {
  const [url] = /(?:https?:\/\/|magnet:\?)[^\s\p{Script=Han}，。；）)】」"”]+/iu.exec(text) ?? []
  if (url === undefined) return undefined
  const [, password = ''] =
    /(?:提取码|访问码|密码|code|pwd)\s*[:：]\s*([A-Za-z0-9]{4,8})(?![A-Za-z0-9])/iu.exec(text) ?? []
  return { url, password }
}

/** An address without what differs between spellings of one share: scheme, access code, trailing slash. */
export function shareAddress(url: string): string {
  const [address = ''] = url.replace(/^https?:\/\/(?:www\.)?/i, '').split(/[?#&](?:pwd|password)=/i)
  return address.replace(/\/$/, '')
}
