// The languages of the page.

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** Returns the first supported language of the browser's; English if there is none. */
export function preferredLanguage(browsers: readonly string[]): Language {
  for (const tag of browsers) {
    const found = languages.find((language) => tag.toLowerCase().startsWith(language))
    if (found) return found
  }
  return 'en'
}
