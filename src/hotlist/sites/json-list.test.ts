// Rows of JSON replies: what the status in a reply means, and invalid replies.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeSite } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { jsonRows } from './json-list.ts'

const rows = { rows: 'data.list', row: z.string() }
const address = 'https://site.example/api'

function opened(reply: unknown, ok: NonNullable<Parameters<typeof jsonRows>[2]['ok']> = ['errno', 0, 'msg']) {
  return jsonRows(makeSite(() => reply).begin().io, address, { ...rows, ok })
}

describe('what an interface holds', () => {
  it.each([0, '0'])('is given when the code is %j', async (errno) => {
    expect(await opened({ errno, msg: '', data: { list: ['纸鹤'] } })).toEqual(['纸鹤'])
  })

  it('is given when the code is the word for success', async () => {
    expect(await opened({ status: 'success', data: { list: [] } }, ['status', 'success', 'message'])).toEqual([])
  })

  it('is given when the code says yes, and refused when it says no', async () => {
    const ok = ['success', true, 'message'] as const
    expect(await opened({ success: true, data: { list: [] } }, ok)).toEqual([])
    expect(await failureOf(opened({ success: false, message: '系统维护' }, ok))).toMatchObject({
      message: 'answered with an error: false 系统维护',
    })
  })

  it('is requested as a page requests it, with the further headers of the site', async () => {
    const site = makeSite(() => ({ errno: 0, data: { list: [] } }))
    const headers = { referer: 'https://site.example/' }
    const init = { method: 'POST', body: { a: 1 }, headers } as const
    await jsonRows(site.begin().io, address, { ...rows, ok: ['errno', 0, 'msg'], ...init })
    expect(site.asked).toMatchObject([
      { sent: '{"a":1}', headers: { ...headers, accept: expect.stringContaining('application/json') } },
    ])
  })
})

describe('a refusal', () => {
  it('says its code and words, whatever its data look like', async () => {
    const failure = await failureOf(opened({ errno: 10012, msg: 'sign error', data: {} }))
    expect(failure).toBeInstanceOf(UpstreamError)
    expect(failure).toMatchObject({ kind: 'mismatch', message: 'answered with code 10012: sign error' })
  })

  it('is a block where it is one for throttling', async () => {
    expect(await failureOf(opened({ errno: 1, msg: '访问过于频繁' }))).toMatchObject({ kind: 'blocked' })
  })

  it.each([
    [{ errno: 'A00001', msg: null }, 'answered with an error: A00001'],
    [{ errno: 'error', msg: '系统升级' }, 'answered with an error: error 系统升级'],
    [{ errno: -1, msg: {} }, 'answered with code -1'],
    [{ msg: '系统升级' }, 'answered with an error: 系统升级'],
  ])('%j says what it can', async (reply, message) => {
    expect(await failureOf(opened(reply))).toMatchObject({ message })
  })
})

it.each([{}, { errno: null }, { errno: '' }, { errno: {} }])('%j is no envelope', async (reply) => {
  const messages = { kind: 'mismatch', message: 'the reply has no errno' }
  expect(await failureOf(opened(reply))).toMatchObject(messages)
})

it.each(['[]', 'null', '<html>登录</html>'])('%s is not even a reply', async (page) => {
  expect(await failureOf(opened(page))).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
})

it('says where success does not hold what it should', async () => {
  const message = expect.stringContaining('data.list')
  expect(await failureOf(opened({ errno: 0, data: { list: 'none' } }))).toMatchObject({ kind: 'mismatch', message })
})
