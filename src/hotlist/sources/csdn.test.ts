// CSDN when it turns programs away.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import family from './csdn.ts'

test.each([
  [521, { kind: 'blocked', status: 521 }],
  [
    { code: 500, message: '系统繁忙' },
    { kind: 'unavailable', message: 'answered with code 500: 系统繁忙' },
  ],
])('%o is a failure of the kind it is', async (given, failure) => {
  expect(await failureOf(makeAskingList(family, 'csdn', () => given).ask())).toMatchObject(failure)
})
