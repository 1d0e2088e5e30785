// Tests pictures over HTTP where that takes the time until a host is given up.
import { expect, it } from 'vitest'
import { address, startPictures } from './kit/pictures.ts'

it('a picture is no longer waited for when its host does not answer in time', async () => {
  const { get, standin } = await startPictures()
  standin.setFaults({ kind: 'hang' })
  const response = await get(address)
  expect(response.statusCode).toBe(504)
  expect(response.json().error).toMatchObject({ code: 'TIMEOUT', details: { kind: 'timeout' } })
})
