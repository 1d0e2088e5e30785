// The language of the terminal that started the process.
import type { Environment } from './env.ts'

export type Language = 'en' | 'zh'

/** As programs read the locale: the first of these variables that is set. */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG }: Environment): Language {
  return /^zh(?![a-z])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh' : 'en'
}
