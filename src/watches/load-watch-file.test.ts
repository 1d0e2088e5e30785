// Mistakes in the operator's file of watches: each is reported with its line and key.
import { expect, it } from 'vitest'
import { parseWatchFile } from './load-watch-file.ts'

function parse(text: string) {
  return parseWatchFile(text, { fileName: 'watches.yaml', env: {}, listIds: new Set(['weibo']) })
}

it.each([
  ['a list in place of a map', 'watches:\n  - words: 三体\n', 'watches.yaml:1: watches: must be a map of at most'],
  ['a name that is a path', 'watches:\n  events:\n    words: 三体\n', 'watches.yaml:2: watches.events: its name must'],
  ['a name with a slash', 'watches:\n  a/b:\n    words: 三体\n', 'watches.yaml:2: watches.a/b: its name must be'],
  ['words of one letter', 'watches:\n  a:\n    words: x\n', 'watches.yaml:3: watches.a.words: must be words that must'],
  [
    'an unknown key',
    'watches:\n  a:\n    inn: lists\n',
    'watches.yaml:3: watches.a.inn: unknown key; did you mean in?',
  ],
  [
    'a notifier without an address',
    'notifiers:\n  a:\n    ntfy: b\n',
    'watches.yaml:3: notifiers.a.ntfy: must be a URL',
  ],
  [
    'a setting that is not set',
    'notifiers:\n  a:\n    ntfy: https://ntfy.sh/x\n    token: $NOT_SET\n',
    'watches.yaml:4: notifiers.a.token: names a setting that is not set;',
  ],
  ['muted words that are a map', 'muted:\n  a: b\n', 'watches.yaml:1: muted: '],
  ['no notifier', 'watches:\n  a:\n    words: 三体\n    notify: b\n', 'watches.yaml:4: watches.a.notify: there is no'],
  [
    'another notifier',
    'notifiers:\n  c:\n    ntfy: https://ntfy.sh/x\nwatches:\n  a:\n    words: 三体\n    notify: b\n',
    'watches.yaml:7: watches.a.notify: must be some of c',
  ],
])('refuses a file with %s', (_what, text, message) => {
  expect(() => parse(text)).toThrow(message)
})

it.each(['', 'watches:\n', 'watches:\nnotifiers:\nmuted:\n'])('reads %j as no watches', (text) => {
  expect(parse(text)).toEqual({ watches: [], notifiers: [] })
})

it('hides the muted words of the file from each of its watches', () => {
  const { watches } = parse('muted: 广告, 推广\nwatches:\n  a:\n    words: 三体\n    muted: 预告\n')
  expect(watches.map(({ name, muted }) => [name, muted])).toEqual([['a', ['预告', '广告', '推广']]])
})
