// The token of 酷安, with the test vector of the upstream description, and its device id.
import { expect, it } from 'vitest'
import { coolapkDevice, coolapkToken } from './coolapk.ts'

const at = new Date(1_783_310_400_000)

it('makes the token of the sheet', () => {
  expect(coolapkToken('0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d', at)).toBe(
    '59e91f860c2583030cda1009797c99980a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d0x6a4b2840',
  )
})

it('counts whole seconds', () => {
  const device = coolapkDevice(at)
  expect(coolapkToken(device, new Date(at.getTime() + 999))).toBe(coolapkToken(device, at))
  expect(coolapkToken(device, new Date(at.getTime() + 1_000))).not.toBe(coolapkToken(device, at))
})

it('makes a device of the form of the sheet, another for another time', () => {
  expect(coolapkDevice(at)).toMatch(/^[0-9a-z]{8}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12}$/)
  expect(coolapkDevice(new Date(at.getTime() + 1))).not.toBe(coolapkDevice(at))
})
