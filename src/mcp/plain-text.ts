// Texts of strangers made fit for a model to read: one line, of bounded length, with nothing in it that a person would not see.

/** What is not seen, or moves what is: a title can hold orders in such characters that only a model reads. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** One line of at most so many characters. */
export function plain(text: string, most: number): string {
  // Longer ones are cut before they are looked at: few of their characters can be lost.
  const line = text
    .slice(0, 8 * most)
    .toWellFormed()
    .replace(unseen, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  if (line.length <= most) return line
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** An address as it may stand in a line: an address has neither blanks nor anything unseen. */
export function plainUrl(url: string): string {
  return url.toWellFormed().replace(unseen, '').replace(/\s/gu, '%20')
}

/** A day, as in 2026-11-20; undefined for a time that is not known. */
export function dayOf(time: string | number): string | undefined {
  const text = typeof time === 'number' ? new Date(time).toISOString() : time
  return text.startsWith('0001-') ? undefined : text.slice(0, 10)
}

/** A time to the minute, as in 2026-11-20 12:00 UTC. */
export function minuteOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** `1 link`, `2 links`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
