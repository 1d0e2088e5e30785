// Cankao Xiaoxi: a channel that fails does not cost the others.
import { expect, it } from 'vitest'
import { builtInFamily, makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

const cankaoxiaoxi = await builtInFamily('cankaoxiaoxi')

function channel(id: string, publishTime: string | null) {
  return { list: [{ data: { id, title: id, url: `https://ckxxapp.ckxx.net/${id}.html`, publishTime } }] }
}

function asking(channels: Readonly<Record<string, unknown>>) {
  return makeAskingList(cankaoxiaoxi, 'cankaoxiaoxi', ({ url }) => channels[url.pathname.split('/').at(-2) ?? ''])
}

it('gives what the other channels have, in the order of time, and says that one is missing', async () => {
  const { ask } = asking({
    zhongguo: channel('early', '2026-07-06 08:00:00'),
    guandian: '<html>maintenance</html>',
    gj: { list: [...channel('unknown', null).list, ...channel('late', '2026-07-06 09:00:00').list] },
  })
  const { ids, lacking } = await ask()
  expect(ids).toEqual(['late', 'early', 'unknown'])
  expect(lacking).toMatchObject({ kind: 'mismatch' })
})

it('fails when all channels do', async () => {
  expect(await failureOf(asking({}).ask())).toMatchObject({ kind: 'mismatch', status: 404 })
})
