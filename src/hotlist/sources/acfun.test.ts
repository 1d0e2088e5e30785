// Tests of AcFun that its fixtures cannot show: what is an article.
import { expect, test } from 'vitest'
import { builtInFamily, makeAskingList } from '../../../test/kit/site-io.ts'

const acfun = await builtInFamily('acfun')

test('what has no number of a video, or a blank one, is an article; what has no number at all is left out', async () => {
  const row = { contentTitle: '纸箱', likeCount: 3, viewCount: 90 }
  const rankList = [{ ...row, dougaId: '5', contentId: 5 }, { ...row, dougaId: '', contentId: 6 }, row]
  const { items } = await makeAskingList(acfun, 'acfun', () => ({ result: 0, rankList })).ask()
  expect(items).toMatchObject([
    { id: '5', url: 'https://www.acfun.cn/v/ac5', mobileUrl: 'https://m.acfun.cn/v/?ac=5', hot: 3 },
    { id: '6', url: 'https://www.acfun.cn/a/ac6', mobileUrl: 'https://m.acfun.cn/a/?ac=6', hot: 90 },
  ])
})
