// Which link of a work stands for a cloud, and in which order.
import { expect, it } from 'vitest'
import type { HealthOf } from '../../../../client/link-order.ts'
import { collectedLink } from '../../../../test/kit/page-data.ts'
import { bestLinks, livingLinks } from './work-pills.ts'

const links = ['quark:a', 'baidu:b', 'quark:c', 'baidu:d'].map((key) => collectedLink(key))

function keysOf(mine: readonly 'quark'[], stateOf: HealthOf) {
  return bestLinks(links, mine, stateOf).map(({ key }) => key)
}

it('the first of each cloud that is not dead, the clouds in one order whatever that of the links', () => {
  expect(keysOf([], () => undefined)).toEqual(['baidu:b', 'quark:a'])
  expect(keysOf([], ({ key }) => (key === 'quark:a' ? 'bad' : 'ok'))).toEqual(['baidu:b', 'quark:c'])
})

it('clouds of the user first, those with dead links only last', () => {
  expect(keysOf(['quark'], () => 'ok')).toEqual(['quark:a', 'baidu:b'])
  expect(keysOf(['quark'], ({ type }) => (type === 'quark' ? 'bad' : 'ok'))).toEqual(['baidu:b', 'quark:a'])
})

it('a cloud with dead links only is not passed on', () => {
  const isDead: HealthOf = ({ type, key }) => (type === 'baidu' || key === 'quark:a' ? 'bad' : undefined)
  expect(livingLinks(links, [], isDead).map(({ key }) => key)).toEqual(['quark:c'])
})
