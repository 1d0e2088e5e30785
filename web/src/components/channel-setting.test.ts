// The setting CHANNELS after a channel was added or removed.
import { describe, expect, it } from 'vitest'
import { withChannel, withoutChannel } from './channel-setting.ts'

describe('a channel', () => {
  it.each([
    [null, '+new'],
    ['+one', '+one,+new'],
    ['+one, -two', '+one,+new,-two'],
    ['-New', null],
    ['+NEW', '+new'],
    ['one,two', 'one,two,new'],
    ['one，two\nthree', 'one,two,three,new'],
  ])('is added to %j', (before, after) => {
    expect(withChannel(before, 'new')).toBe(after)
  })

  it.each([
    [null, '-old'],
    ['+one', '+one,-old'],
    ['+Old', null],
    ['+one,+old', '+one'],
    ['one,old', 'one'],
    // An empty text would be the built-in list: the page does not offer it.
    ['old', null],
  ])('is removed from %j', (before, after) => {
    expect(withoutChannel(before, 'old')).toBe(after)
  })
})
