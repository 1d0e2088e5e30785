// Writes text as GBK, which Node can only read: the table is made by reading every two bytes there are.

/** An encoder for GBK; letters GBK lacks become numeric character references, as browsers send them. */
export function createGbkEncoder(): (text: string) => Buffer {
  const decoder = new TextDecoder('gbk')
  const table = new Map<string, number>()
  for (let high = 0x81; high <= 0xfe; high++) {
    for (let low = 0x40; low <= 0xfe; low++) {
      if (low === 0x7f) continue
      const letter = decoder.decode(Uint8Array.of(high, low))
      // Not every pair is a letter: the others come out as the replacement character.
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
