// Which link of a work stands for a cloud, and in which order.
import { expect, it } from 'vitest'
import type { HealthOf } from '../../../../client/link-order.ts'
import { collectedLink } from '../../../../test/kit/page-data.ts'
import { bestLinks, livingLinks } from './work-pills.ts'

const links = ['quark:a', 'baidu:b', 'quark:c', 'baidu:d'].map((key) => collectedLink(key))

function keysOf(mine: readonly 'baidu'[], stateOf: HealthOf) {
  return bestLinks(links, mine, stateOf).map(({ key }) => key)
}

it('the first that is not dead', () => {
  expect(keysOf([], () => undefined)).toEqual(['quark:a', 'baidu:b'])
  expect(keysOf([], ({ key }) => (key === 'quark:a' ? 'bad' : 'ok'))).toEqual(['quark:c', 'baidu:b'])
})

it('clouds of the user first, those with dead links only last', () => {
  expect(keysOf(['baidu'], () => 'ok')).toEqual(['baidu:b', 'quark:a'])
  expect(keysOf(['baidu'], ({ type }) => (type === 'baidu' ? 'bad' : 'ok'))).toEqual(['quark:a', 'baidu:b'])
})

it('a cloud with dead links only is not passed on', () => {
  const isDead: HealthOf = ({ type, key }) => (type === 'baidu' || key === 'quark:a' ? 'bad' : undefined)
  expect(livingLinks(links, [], isDead).map(({ key }) => key)).toEqual(['quark:c'])
})
