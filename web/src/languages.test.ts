// Language selection from the browser's languages.
import { expect, it } from 'vitest'
import { preferredLanguage } from './languages.ts'

it.each([
  [['zh-CN', 'en'], 'zh'],
  [['zh-Hant-TW'], 'zh'],
  [['ZH'], 'zh'],
  [['en-GB', 'zh-CN'], 'en'],
  [['de-DE', 'zh-CN', 'en'], 'zh'],
  [['de-DE', 'fr'], 'en'],
  [[], 'en'],
])('greets a reader of %j in %s', (browsers, language) => {
  expect(preferredLanguage(browsers)).toBe(language)
})
