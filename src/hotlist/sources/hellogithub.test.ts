// HelloGitHub's projects without a repository's name, and its refusals.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import family from './hellogithub.ts'

test('the other host serves when one refuses, and a project without a name is known by its id', async () => {
  const data = [{ item_id: 'a1', title: '纸鹤', updated_at: 1_767_576_600 }]
  const { ask } = makeAskingList(family, 'hellogithub', ({ url }) =>
    url.host === 'api.hellogithub.com' ? { success: false, message: '系统维护' } : { success: true, data },
  )
  const url = 'https://hellogithub.com/repository/a1'
  const { items, bypassed } = await ask()
  expect(items).toEqual([{ id: 'a1', title: '纸鹤', url, mobileUrl: url, pubDate: 1_767_576_600_000 }])
  expect(bypassed).toMatchObject({ kind: 'unavailable' })
})
