// Ages and numbers in the language of the terminal.
import { describe, expect, it } from 'vitest'
import { formatAge, formatAgeLong, formatCount, unitLanguage } from './format-units.ts'

const day = 86_400_000

describe('units', () => {
  it.each([
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'zh_TW.UTF-8' }, 'zh'],
    [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'C' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: '' }, 'zh'],
    [{}, 'en'],
  ])('are in the language of %o', (env, language) => {
    expect(unitLanguage(env)).toBe(language)
  })

  it('of ages and counts are those of the language', () => {
    expect([formatAge(0, 4 * day), formatAge(0, 4 * day, 'zh')]).toEqual(['4 d', '4 天'])
    expect([formatAgeLong(0, 90 * day), formatAgeLong(0, 90 * day, 'zh')]).toEqual(['2 mo ago', '2 个月前'])
    expect([formatAgeLong(0, 0), formatAgeLong(0, 0, 'zh')]).toEqual(['just now', '刚刚'])
    expect([formatCount(703_300), formatCount(703_300, 'zh')]).toEqual(['703.3K', '70.3万'])
  })
})
