// Quarantine of files in a real folder, and its limit.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import { createQuarantine } from './quarantine.ts'

it('sets aside five files within an hour and not one more', () => {
  const folder = newFolder()
  const file = join(folder, 'trawl.db')
  const setAside = createQuarantine(file)
  const next = (now: number) => {
    writeFileSync(file, 'spoilt')
    return setAside(now)
  }
  const names = [0, 1, 2, 3, 4].map((at) => next(noon + at))
  expect(names.toSorted()).toEqual(readdirSync(folder))
  expect(next(noon + 5)).toEqual(new Error('so were the 5 before it within an hour: check its disk'))
  expect(existsSync(file)).toBe(true)
  expect(next(noon + 3_600_000)).toBe('trawl.db.corrupt-20261121T130000Z')
})
