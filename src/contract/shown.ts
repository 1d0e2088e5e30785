// Makes user input safe to quote in a message.

const longest = 100

/** Shortens `text` to 100 characters and replaces control and formatting characters, for error messages and log lines. */
export function shown(text: string): string {
  if (text.length <= longest && /^[\x20-\x7E]*$/.test(text)) return text
  const start = text.slice(0, 2 * longest).toWellFormed()
  const characters = [...start.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}')]
  const whole = characters.length <= longest && text.length <= 2 * longest
  return whole ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`
}
