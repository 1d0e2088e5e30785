// Ages and numbers in the language of the terminal.
import { describe, expect, it } from 'vitest'
import { formatAge, formatAgeLong, formatCount } from './format-units.ts'

const day = 86_400_000

describe('units', () => {
  it('of ages and counts are those of the language', () => {
    expect([formatAge(0, 4 * day), formatAge(0, 4 * day, 'zh')]).toEqual(['4 d', '4 天'])
    expect([formatAgeLong(0, 90 * day), formatAgeLong(0, 90 * day, 'zh')]).toEqual(['2 mo ago', '2 个月前'])
    expect([formatAgeLong(0, 0), formatAgeLong(0, 0, 'zh')]).toEqual(['just now', '刚刚'])
    expect([formatCount(703_300), formatCount(703_300, 'zh')]).toEqual(['703.3K', '70.3万'])
  })
})
