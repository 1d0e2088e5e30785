// The states of a source, as the doctor names them.

/** States of a source, the worst last. */
export const states = ['answers', 'empty', 'closed', 'unasked', 'blocked', 'dead', 'gone', 'drifted'] as const
export type SourceState = (typeof states)[number]

/** The meaning of each state, for people. */
export const stateMeanings: Readonly<Record<SourceState, string>> = {
  answers: 'returns items with every field that the fixture has',
  empty: 'returns a valid answer without items',
  closed: 'reports that it is closed at this hour',
  unasked: 'did not answer before the time limit of the run or Ctrl+C',
  blocked: '401, 403, 429 or a challenge page; or requests to its host are paused after one',
  dead: 'timeout, no connection, or 5xx',
  gone: 'the channel does not exist or has no preview',
  drifted: 'the reply does not match the parser, or lacks a field that the fixture always has',
}
