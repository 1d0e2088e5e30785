// How a piece of somebody's input is repeated in a message: short and harmless.

const longest = 100

/** `text` fit for an error message or a log line: at most 100 characters, no control or formatting characters, well-formed. */
export function shown(text: string): string {
  if (text.length <= longest && /^[\x20-\x7E]*$/.test(text)) return text
  const start = text.slice(0, 2 * longest).toWellFormed()
  const characters = [...start.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}')]
  const whole = characters.length <= longest && text.length <= 2 * longest
  return whole ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`
}
