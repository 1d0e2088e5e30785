// Where the words of a title end. An expression for the characters of words would be tried at each place of each title.

const inWord = /[\p{L}\p{N}\p{M}'’ⅰ-ⅻ]/u

/** By code: 1 for a character of words, 2 for others, 0 for those that did not occur yet. */
const kinds = new Uint8Array(0x10000)

/** The end of the word that begins or goes on at a place; the place itself if none does. */
export function endOfWord(text: string, at: number): number {
  let end = at
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if ((kinds[code] || kindOf(code)) === 1) end += 1
    else if (isPair(text, end) && inWord.test(text.slice(end, end + 2))) end += 2
    else break
  }
  return end
}

function kindOf(code: number): number {
  const kind = inWord.test(String.fromCharCode(code)) ? 1 : 2
  kinds[code] = kind
  return kind
}

/** Characters outside the basic plane take two codes. */
function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) >= kinds.length
}
