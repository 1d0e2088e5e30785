// Tells Chinese characters from others.

export function isIdeograph(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff
}

export function hasIdeograph(text: string, from = 0, to = text.length): boolean {
  for (let at = from; at < to; at += 1) if (isIdeograph(text.charCodeAt(at))) return true
  return false
}
