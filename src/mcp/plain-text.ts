// Sanitizes foreign texts for a model: one line, bounded length, no invisible characters.

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
