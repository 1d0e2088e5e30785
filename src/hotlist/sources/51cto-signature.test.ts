// 51CTO's signature, with the test vector of the upstream description.
import { expect, it } from 'vitest'
import { sign51ctoUrl } from './51cto.ts'

it('signs the path, the names of the parameters, the token and the time', () => {
  const asking = { token: '0123456789abcdef0123456789abcdef', at: new Date(1_700_000_000_000) }
  const signOf = (page: string) => {
    const parameters = { page, page_size: '50', limit_time: '0', name_en: '' }
    return new URL(sign51ctoUrl('index/index/recommend', parameters, asking)).searchParams.get('sign')
  }
  expect(signOf('1')).toBe('f5cd309fcfbd217dcec26d1a0d90b238')
  expect(signOf('2')).toBe(signOf('1'))
})
