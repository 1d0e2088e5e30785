// Tests what is known of the kind of names besides the answer.
import { expect, it, vi } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import { createKnownKinds, type ListedWork } from './known-kinds.ts'

function listing(...works: readonly ListedWork[]) {
  const clock = makeClock()
  const kinds = createKnownKinds(async () => works, clock.epochMs)
  return { kinds, clock, whyOf: (name: string) => kinds.kindOf(name)?.why }
}

it('the lists on the board say the kind of a name, once they are read', async () => {
  const { whyOf } = listing({ title: '纸鹤 第二季', kind: 'series' }, { title: '灯塔2：北岸', kind: 'film' })
  expect(whyOf('纸鹤')).toBeUndefined()
  await vi.waitFor(() => expect(whyOf('纸鹤')).toBe('a list of series has its name'))
  expect(whyOf('灯塔')).toBe('a list of films has its name')
  expect(whyOf('白塔')).toBeUndefined()
})

it('a name on a list of films and on one of series has no kind', async () => {
  const { whyOf } = listing(
    { title: '纸鹤', kind: 'series' },
    { title: '纸鹤', kind: 'film' },
    { title: '灯塔', kind: 'film' },
  )
  whyOf('灯塔')
  await vi.waitFor(() => expect(whyOf('灯塔')).toBeDefined())
  expect(whyOf('纸鹤')).toBeUndefined()
})

it('lists are read again after ten minutes', async () => {
  const works: ListedWork[] = []
  const { kinds, clock } = listing()
  const later = createKnownKinds(async () => works, clock.epochMs)
  later.kindOf('纸鹤')
  await Promise.resolve()
  works.push({ title: '纸鹤', kind: 'film' })
  clock.advance(10 * 60_000 + 1)
  await vi.waitFor(() => expect(later.kindOf('纸鹤')?.kind).toBe('film'))
  expect(kinds.kindOf('纸鹤')).toBeUndefined()
})

it('the seasons of an earlier answer are remembered until one shows films of the name', () => {
  const { kinds, whyOf } = listing()
  kinds.remember('纸鹤', true)
  expect(whyOf('纸鹤')).toBe('an earlier answer named its seasons')
  kinds.remember('纸鹤', false)
  expect(whyOf('纸鹤')).toBeUndefined()
})
