// What Douyin's fixtures do not show: cookies that are refused, and pages that set none.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import douyin from './douyin.ts'

const list = { status_code: 0, data: { word_list: [{ sentence_id: '26', word: '书展', hot_value: '12' }] } }

/** The site: `login` is what its login pages are, `search` what it says to a cookie, `app` what the app's host answers. */
function makeDouyin(
  login: () => unknown,
  search: (cookie: string | undefined) => unknown,
  app: () => unknown = () => 404,
) {
  const { ask, asked } = makeAskingList(douyin, 'douyin', ({ url, headers }) => {
    if (url.host === 'aweme.snssdk.com') return app()
    return url.pathname.startsWith('/aweme/') ? search(headers.cookie) : login()
  })
  return {
    ask,
    asked: () =>
      asked
        .filter(({ url }) => url.host !== 'aweme.snssdk.com')
        .map(({ url, headers }) => headers.cookie ?? url.pathname),
  }
}

test('the host of the app is asked first, without a cookie', async () => {
  const { ask, asked } = makeDouyin(
    () => 500,
    () => 500,
    () => list,
  )
  expect(await ask()).toMatchObject({ ids: ['26'], bypassed: undefined })
  expect(asked()).toEqual([])
})

test('a cookie that is refused with an empty body is got anew, once', async () => {
  const accepted = new Set(['n=1'])
  let given = 0
  const { ask, asked } = makeDouyin(
    () => {
      given += 1
      return { setCookies: [`n=${given}; Path=/`] }
    },
    (cookie) => (accepted.has(cookie ?? '') ? list : ''),
  )
  await ask()
  accepted.clear()
  accepted.add('n=2')
  expect(await ask()).toMatchObject({ ids: ['26'] })
  expect(asked()).toEqual(['/', 'n=1', 'n=1', '/', 'n=2'])
})

test('where no page sets a cookie the list is asked for without', async () => {
  const { ask } = makeDouyin(
    () => '<html></html>',
    (cookie) => (cookie === undefined ? list : ''),
  )
  expect((await ask()).items).toMatchObject([{ id: '26', title: '书展', hot: 12 }])
})

test.each([
  [{ status_code: 8, data: {} }, 'mismatch'],
  [{ status_code: 429, data: null }, 'blocked'],
  [{ status_code: 0, data: { word_list: [] } }, 'mismatch'],
  [{ status_code: 0, data: { list: [] } }, 'mismatch'],
])('%o is no list', async (reply, kind) => {
  const { ask } = makeDouyin(
    () => ({ setCookies: ['n=1'] }),
    () => reply,
    () => reply,
  )
  expect(await failureOf(ask())).toMatchObject({ kind })
})
