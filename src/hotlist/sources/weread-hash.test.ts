// URL names of 微信读书 books, with the test vectors of the upstream description.
import { expect, it } from 'vitest'
import { wereadHash } from './weread.ts'

it.each([
  ['3300226159', 'dd932d60813abbed7g019473'],
  ['3300052405', '23132c00813ab7af8g015e43'],
  ['26572786', '74632fe0719577f2746ed5e'],
  ['3300224450', 'e0d32650813abbe2dg010486'],
  ['3300020164', 'f1c321d0813ab6e60g0141c1'],
  ['695233', 'ce032b305a9bc1ce0b0dd2a'],
  ['CB_1Nc5bR5Vp7XG6ySBtM', '13b42852a43425f314e6335625235567037584736795342744deb6'],
])('the book %s is shown as %s', (id, hash) => {
  expect(wereadHash(id)).toBe(hash)
})
