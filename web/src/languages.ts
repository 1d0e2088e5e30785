// The languages of the page.

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** The first of the browser's languages that we speak; English for all others. */
export function languageOf(browsers: readonly string[]): Language {
  for (const tag of browsers) {
    const found = languages.find((language) => tag.toLowerCase().startsWith(language))
    if (found) return found
  }
  return 'en'
}
