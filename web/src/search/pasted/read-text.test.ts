// What a pasted text leads to: a search, or a banner in place of one.
import { expect, it } from 'vitest'
import type { ApiClient } from '../../api-client.ts'
import { readText } from './read-text.ts'

/** A server that knows the shares of one cloud. */
const api: Pick<ApiClient, 'post'> = {
  async post(_path, body) {
    const isShare = JSON.stringify(body).includes('pan.quark.cn')
    return JSON.parse(JSON.stringify({ results: [{ normalized_url: isShare ? 'https://pan.quark.cn/s/1' : '' }] }))
  },
}

it('a channel and a page are shown, and searched for nowhere', async () => {
  expect(await readText(' https://t.me/some_channel ', api)).toEqual({ kw: '', share: 'https://t.me/some_channel' })
  expect(await readText('https://blog.example.org/', api)).toEqual({ kw: '', share: 'https://blog.example.org/' })
})

it('a share is searched for, also while the server cannot be asked whether it is one', async () => {
  const share = 'https://pan.quark.cn/s/16c89a239db2'
  const away: Pick<ApiClient, 'post'> = { post: () => Promise.reject(new Error('away')) }
  expect(await readText(share, api)).toEqual({ kw: share, share })
  expect(await readText(share, away)).toEqual({ kw: share, share })
})
