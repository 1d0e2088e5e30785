// Tests of the help text.
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { formatExample, helpText } from './help.ts'
import { documentedSettings } from './schema.ts'

describe('the help', () => {
  const settings = documentedSettings()

  it.each([10, 40, 80, 300])('on a terminal of %i columns wraps its words and loses none', (width) => {
    const text = helpText(settings, '1.2.3', width)
    const most = Math.min(Math.max(width, 40), 110)
    const wide = text.split('\n').filter((line) => line.length > most)
    // A word without blanks cannot be wrapped, and examples are printed as a whole for copying.
    expect(wide.filter((line) => !/^ +example: /.test(line) && line.trim().includes(' '))).toEqual([])
    const flat = text.replaceAll(/\s+/g, ' ')
    for (const { name, description } of settings) {
      expect(flat).toContain(` ${name} `)
      for (const word of description.replaceAll(/\(\[.*?\]\(.*?\)\)|`/g, '').split(' ')) expect(flat).toContain(word)
    }
    expect(flat).not.toContain('`')
  })

  it.each([40, 80, 110])('in Chinese keeps to a terminal of %i columns, of which each character takes two', (width) => {
    const wide = helpText(settings, '1.2.3', width, 'zh')
      .split('\n')
      .filter((line) => stringWidth(line) > width)
    expect(wide.filter((line) => !line.includes('例如：') && /\p{Script=Han}/u.test(line))).toEqual([])
  })

  it('names the default of each setting and the page that explains it', () => {
    const text = helpText(settings, '1.2.3', 80)
    expect(text).toMatch(/^Trawl 1\.2\.3\n/)
    expect(text).toMatch(/\n {2}PORT\n {6}port [\s\S]*?\n {6}default: 8888\n {6}example: PORT=80\n/)
    expect(text).toContain('(how: docs/own-lists.md)')
  })

  it('shows an example as a shell takes it', () => {
    expect(formatExample('WEIBO_COOKIE', 'a=1; b=2')).toBe("WEIBO_COOKIE='a=1; b=2'")
    expect(formatExample('ADMIN_TOKEN', '(openssl rand -hex 24)')).toBe(
      'ADMIN_TOKEN=…, as `openssl rand -hex 24` prints it',
    )
  })
})
