// Grouping of failures and warnings of a search.
import { expect, test } from 'vitest'
import type { Warning } from '../../../src/contract/search.ts'
import {
  isTelegramSilent,
  type Problem,
  groupProblems as problemsOfSearch,
  type SourceFailure,
} from './problem-groups.ts'
import { initialProgress, onSource, onStart } from './search-progress.ts'

type Kind = SourceFailure['kind']

function failed(source: string, kind: Kind): SourceFailure {
  return { source, kind }
}

function channels(count: number, kind: Kind): SourceFailure[] {
  return Array.from({ length: count }, (_, at) => failed(`tg:channel${at}`, kind))
}

function problemsOf(failures: readonly SourceFailure[], warnings: readonly Warning[], answeredChannels = 0) {
  return problemsOfSearch({ failures, warnings, answeredChannels })
}

function groups(problems: readonly Problem[]) {
  return problems.map(({ kind, sources }) => [kind, sources.length])
}

test('nothing is told where nothing went wrong', () => {
  expect(problemsOf([], [])).toEqual([])
})

test('sources that failed the same way are told together', () => {
  const problems = problemsOf(
    [failed('plugin:a', 'mismatch'), failed('plugin:b', 'timeout'), failed('plugin:c', 'timeout')],
    [],
  )
  expect(groups(problems)).toEqual([
    ['timeout', 2],
    ['mismatch', 1],
  ])
})

test('many channels that cannot be reached are one problem: Telegram', () => {
  const problems = problemsOf([...channels(4, 'open'), failed('tg:last', 'network'), failed('plugin:a', 'network')], [])
  expect(groups(problems)).toEqual([
    ['telegram', 5],
    ['network', 1],
  ])
})

test.each<[string, SourceFailure[]]>([
  ['a few channels', channels(4, 'network')],
  ['channels that answered something else', channels(9, 'mismatch')],
  ['channels that were not asked, after who knows what', channels(9, 'open')],
  ['plugins', channels(9, 'network').map((one) => ({ ...one, source: one.source.replace('tg:', 'plugin:') }))],
])('%s do not speak for Telegram', (_, failures) => {
  expect(problemsOf(failures, []).map(({ kind }) => kind)).toEqual([failures[0]?.kind])
})

test('channels that time out while others answer are slow: Telegram can be reached', () => {
  expect(groups(problemsOf(channels(12, 'timeout'), [], 81))).toEqual([['timeout', 12]])
  expect(groups(problemsOf([...channels(12, 'open'), failed('tg:last', 'network')], [], 2))).toEqual([
    ['network', 1],
    ['open', 12],
  ])
})

test('channels that are not asked because Telegram could not be reached before are the same problem', () => {
  const paused = channels(9, 'open').map((one) => {
    return { ...one, reason: { code: 'open', host: 't.me', after: 'timeout' } as const }
  })
  expect(groups(problemsOf(paused, []))).toEqual([['telegram', 9]])
})

test('Telegram is silent where no channel answered; one that answers is enough to say nothing of it', () => {
  const problems = { failures: channels(110, 'timeout'), warnings: [] }
  expect(isTelegramSilent({ ...problems, answeredChannels: 0 })).toBe(true)
  expect(isTelegramSilent({ ...problems, answeredChannels: 1 })).toBe(false)
  expect(isTelegramSilent({ failures: channels(4, 'timeout'), warnings: [], answeredChannels: 0 })).toBe(false)
})

test('a few channels that answered before the network broke down do not speak for Telegram', () => {
  expect(groups(problemsOf(channels(110, 'timeout'), [], 6))).toEqual([['telegram', 110]])
})

test('answered channels are counted as a search goes on; stale answers show nothing of Telegram now', () => {
  const sources = ['tg:a', 'tg:b', 'tg:c', 'tg:d', 'tg:e', 'plugin:f']
  const states = ['fresh', 'cached', 'stale', 'failed', 'pending', 'fresh'] as const
  const { answered, answeredChannels } = states.reduce(
    (progress, state, at) => onSource(progress, { source: sources[at] ?? '', state, took_ms: 1, count: 0 }),
    onStart(initialProgress, { sources }),
  )
  expect([answered, answeredChannels]).toEqual([4, 2])
})

test('a failure that is told as it happened and again at the end counts once', () => {
  const warning = { kind: 'source_failed', source: 'plugin:a', detail: 'timeout: no whole answer in time' } as const
  expect(groups(problemsOf([failed('plugin:a', 'timeout')], [warning]))).toEqual([['timeout', 1]])
  expect(problemsOf([], [warning])).toEqual([
    {
      kind: 'timeout',
      sources: [{ source: 'plugin:a', reason: { code: 'timeout' } }],
      reasons: [],
    },
  ])
})

test('a failed source with a kind nobody knows is not made up', () => {
  expect(problemsOf([], [{ kind: 'source_failed', source: 'plugin:a', detail: 'gone: fishing' }])).toEqual([])
})

test('warnings come with their reasons, each once, and what stops everything comes first', () => {
  const problems = problemsOf(
    [failed('plugin:a', 'blocked')],
    [
      { kind: 'deadline_reached', detail: '3 of 9' },
      { kind: 'source_partial', source: 'plugin:b', detail: 'a part is missing' },
      { kind: 'no_sources', detail: 'nothing' },
      { kind: 'unknown_plugin', detail: 'unknown plugin "x"', reason: { code: 'unknown_name', name: '"x"' } },
      { kind: 'unknown_plugin', detail: 'unknown plugin "x"', reason: { code: 'unknown_name', name: '"x"' } },
    ],
  )
  expect(problems.map(({ kind, reasons }) => [kind, reasons])).toEqual([
    ['no_sources', []],
    ['unknown_plugin', [{ code: 'unknown_name', name: '"x"' }]],
    ['blocked', []],
    ['source_partial', []],
    ['deadline_reached', []],
  ])
  expect(problems[3]?.sources).toEqual([{ source: 'plugin:b', reason: undefined }])
})
