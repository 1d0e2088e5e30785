// Texts and sizes of tool results: foreign texts are sanitized, and no result floods an agent's context.

/** Invisible and bidirectional control characters: they can hide instructions that only a model reads. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Returns one line of at most `maxLength` characters. */
export function plainLine(text: string, maxLength: number): string {
  // Truncated before cleaning, to bound the work; cleaning rarely removes more than 7 of 8 characters.
  const line = text
    .slice(0, 8 * maxLength)
    .toWellFormed()
    .replace(invisible, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  if (line.length <= maxLength) return line
  const characters = [...line]
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
}

/** The title of a result. */
export function plainTitle(title: string): string {
  return plainLine(title, 120) || '(no title)'
}

/** A URL without invisible characters and white space. */
export function plainUrl(url: string): string {
  return url.toWellFormed().replace(invisible, '').replace(/\s/gu, '%20')
}

export function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** A time like 2026-11-20 12:00 UTC. */
export function formatMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function formatCount(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}

/** Maximum UTF-8 bytes of a result, without the note on ignored arguments, which takes less than 700. */
export const sizeLimits = {
  /** The text for the model: about 2,500 tokens. */
  text: 7_400,
  /** The structured content as JSON. */
  structured: 23_800,
} as const

/** The size in bytes of a text, or of any other value as JSON. */
export function byteSize(value: unknown): number {
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
}

/** The first entries that fit into `bytes`, with one byte between them. */
export function truncateToFit<Entry>(entries: readonly Entry[], bytes: number): Entry[] {
  return truncateGroupsToFit([entries], bytes)[0] ?? []
}

/**
 * The first entries of each group that fit into `bytes` together. Takes one entry of each group in turn: the top of a group
 * matters more than the end of another.
 */
export function truncateGroupsToFit<Entry>(groups: readonly (readonly Entry[])[], bytes: number): Entry[][] {
  const shown = groups.map((): Entry[] => [])
  const longest = Math.max(0, ...groups.map((group) => group.length))
  let remaining = bytes
  for (let rank = 0; rank < longest; rank += 1) {
    for (const [at, group] of groups.entries()) {
      const entry = group[rank]
      if (entry === undefined) continue
      remaining -= byteSize(entry) + 1
      if (remaining < 0) return shown
      shown[at]?.push(entry)
    }
  }
  return shown
}

/** Bytes reserved for the line about entries that are not listed. */
const moreLineBytes = 120

/** The text for the model: the head, as many of the lines as fit, and how many of `total` these leave out, with a hint what to do. */
export function formatEntries(head: readonly string[], lines: readonly string[], total: number, hint: string): string {
  const bytes = sizeLimits.text - head.reduce((sum, line) => sum + byteSize(line) + 1, moreLineBytes)
  const shown = truncateToFit(lines, bytes)
  const rest = total - shown.length
  return [...head, ...shown, ...(rest > 0 ? [`${rest} more are not listed: ${hint}.`] : [])].join('\n')
}
