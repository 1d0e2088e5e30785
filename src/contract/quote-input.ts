// Makes user input safe to quote in a message.
const maxCharacters = 100

/** Shortens `text` to 100 characters and replaces control and formatting characters, for error messages and log lines. */
export function quoteInput(text: string): string {
  if (text.length <= maxCharacters && /^[\x20-\x7E]*$/.test(text)) return text
  const start = text.slice(0, 2 * maxCharacters).toWellFormed()
  const characters = [...start.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}')]
  const whole = characters.length <= maxCharacters && text.length <= 2 * maxCharacters
  return whole ? characters.join('') : `${characters.slice(0, maxCharacters - 1).join('')}…`
}
