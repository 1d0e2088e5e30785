// SSPAI when it refuses.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import family from './sspai.ts'

test('an error in a good reply is a failure in the words of the site, whatever stands beside it', async () => {
  const reply = { error: 1, msg: '请求过于频繁', data: [{ id: 1, title: '纸鹤' }] }
  const { ask } = makeAskingList(family, 'sspai', () => reply)
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked', message: 'answered with code 1: 请求过于频繁' })
})
