// GBK encoder; Node.js can only decode GBK, so the table comes from decoding every byte pair.

/** Creates a GBK encoder; characters outside GBK become numeric character references, as in browsers. */
export function createGbkEncoder(): (text: string) => Buffer {
  const decoder = new TextDecoder('gbk')
  const table = new Map<string, number>()
  for (let high = 0x81; high <= 0xfe; high++) {
    for (let low = 0x40; low <= 0xfe; low++) {
      if (low === 0x7f) continue
      const letter = decoder.decode(Uint8Array.of(high, low))
      // Invalid pairs decode to the replacement character.
      if (letter.length === 1 && letter !== '\ufffd') table.set(letter, high * 256 + low)
    }
  }
  const write = (letter: string): number[] => {
    const code = letter.codePointAt(0) ?? 0
    if (code < 0x80) return [code]
    const pair = table.get(letter)
    return pair === undefined ? [...Buffer.from(`&#${code};`, 'latin1')] : [pair >> 8, pair & 0xff]
  }
  return (text) => Buffer.from(Array.from(text).flatMap(write))
}
