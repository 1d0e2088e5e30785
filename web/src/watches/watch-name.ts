// The name of a watch, which it has from its words.

/** In code points: the limit of the server, less the number that tells equal names apart. */
const maxLength = 56
/** A path of the API. */
const reserved = 'events'

/** A name for a watch of these words that no other watch has. Names have letters, digits, spaces, `_` and `-`, and begin and end with a letter or digit. */
export function nameForWords(words: string, taken: readonly string[]): string {
  const allowed = words.replaceAll(/[^\p{L}\p{N}_-]+/gu, ' ').replace(/^[_ -]+/, '')
  const base = [...allowed]
    .slice(0, maxLength)
    .join('')
    .replace(/[_ -]+$/, '')
  const isFree = (name: string) => name !== reserved && !taken.includes(name)
  const names = [base, ...[reserved, ...taken].map((_, at) => `${base} ${at + 2}`)]
  return names.find(isFree) ?? base
}
