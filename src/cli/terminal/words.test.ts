// The language of the terminal, and what is said about results in it.
import { describe, expect, it } from 'vitest'
import { languageOf } from '../../config/locale.ts'
import { resultWords, stateWord } from './words.ts'

describe('results', () => {
  it.each([
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'zh_TW.UTF-8' }, 'zh'],
    [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'C' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: '' }, 'zh'],
    [{}, 'en'],
  ])('are in the language of %o', (env, language) => {
    expect(languageOf(env)).toBe(language)
  })

  it('are counted in sentences of the language', () => {
    const { en, zh } = resultWords
    expect([en.links(1), en.links(1200), zh.links(1200)]).toEqual(['1 link', '1,200 links', '1200 条链接'])
    const sentences = [en, zh].map((words) => words.answered(words.worksFound(2, 30), 127, 131, '3.2 s'))
    expect(sentences).toEqual([
      '2 works with 30 links; 127 of 131 sources answered in 3.2 s',
      '2 部作品，30 条链接；131 个来源中 127 个已回答，用时 3.2 s',
    ])
  })

  it('show a state that this version does not know as it came, without control characters', () => {
    const states = ['ok', 'odd\u001b[2J', 'constructor']
    expect(states.map((state) => stateWord(resultWords.zh, state))).toEqual(['有效', 'odd [2J', 'constructor'])
  })
})
