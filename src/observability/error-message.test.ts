// Descriptions of file errors that may appear in a log.
import { expect, it } from 'vitest'
import { describeSystemError } from './error-message.ts'

it.each([
  [
    'a code for the file system',
    Object.assign(new Error('EACCES: open /home/me'), { code: 'EACCES', syscall: 'open' }),
    'EACCES',
  ],
  ['its words for an error of ours', new Error('the database is locked'), 'the database is locked'],
  ['its name for a parser, which quotes what it read', new SyntaxError('Unexpected token in "kw"'), 'SyntaxError'],
  ['what was thrown, where that is no error', 'odd', 'odd'],
])('is %s', (_what, error, reason) => {
  expect(describeSystemError(error)).toBe(reason)
})
