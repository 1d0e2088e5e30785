// Tests how the requests of tools inside the service count.
import { expect, it } from 'vitest'
import { createOwnClient } from './own-client.ts'

it('the first request and the state of the service are part of the call; a streamed search counts as a search', async () => {
  const counted: unknown[] = []
  const client = createOwnClient(async (path, _init, own) => {
    counted.push([path.replace(/\?.*/, ''), own])
    return Response.json({})
  })
  await client.searchEvents({ kw: '灯' }).next().catch(String)
  await client.suggest({ q: '灯' })
  await client.health()
  expect(counted).toEqual([
    ['/api/search/stream', { isIncluded: true, route: '/api/search' }],
    ['/api/v1/suggest', { isIncluded: false, route: undefined }],
    ['/api/health', { isIncluded: true, route: undefined }],
  ])
})
