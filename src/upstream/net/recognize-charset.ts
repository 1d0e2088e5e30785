// Recognises the charset of bytes that are not in the one they name, or name none.
/** How many bytes are counted. */
const sampleBytes = 64 * 1024
/** The share of characters that must be frequent ones of a charset. */
const frequentShare = 0.9

/**
 * The charset of bytes that are not UTF-8: windows-1252, GB18030 or Big5; undefined if they look like none. Each
 * charset can decode most texts of the others, so the frequent characters decide: GB 2312 level 1 and Big5 level 1.
 */
export function recognizeCharset(bytes: Uint8Array): string | undefined {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampleBytes)).toString('latin1')
  const high = sample.match(/[\x80-\xff]/g)?.length ?? 0
  const alone = sample.match(/(?<![\x80-\xff])[\x85\x91-\x97\xa0\xa3\xa9\xab\xae\xb0\xb7\xbb\xc0-\xff](?![\x80-\xff])/g)
  // Accented letters stand between plain ones.
  if (high > 0 && (alone?.length ?? 0) >= high * frequentShare) return 'windows-1252'
  const pairs: readonly string[] = sample.match(/[\x80-\xff][\s\S]/g) ?? []
  const isMostly = (frequent: RegExp) =>
    pairs.filter((pair) => frequent.test(pair)).length >= pairs.length * frequentShare
  // Korean has no syllable behind C8, and Chinese has many.
  const isGb = isMostly(/^[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]$/) && pairs.some((pair) => pair >= '\xc9')
  if (isGb && isWhole(bytes, 'gb18030')) return 'gb18030'
  const isBig5 = isMostly(/^[\xa1-\xc6]/) && pairs.some((pair) => /[@-~]$/.test(pair))
  return isBig5 && isWhole(bytes, 'big5') ? 'big5' : undefined
}

function isWhole(bytes: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
