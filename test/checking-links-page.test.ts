// Tests docs/checking-links.md against the code: requests to the clouds, and lifetimes of verdicts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadChecks } from '../src/search/checks/check.ts'
import { ttlByState } from '../src/search/checks/check-result.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/checking-links.md'), 'utf8')

it('the page names the manners of every check', async () => {
  const checks = await loadChecks({}, { warn: () => undefined })
  const rows = [...page.matchAll(/^\| (\w+) \| (\d+) \| (\d+) ms \|/gm)].map(([, ...cells]) => cells.join(' '))
  const manners = [...checks].map(
    ([
      cloud,
      {
        manners: { parallel, spacingMs },
      },
    ]) => `${cloud} ${parallel} ${spacingMs}`,
  )
  expect(rows.sort()).toEqual(manners.sort())
})

it('the page says how long each state is believed', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \|.*\| (\d+) (hours|minutes) \|$/gm)]
  const text = rows.map(([, state, count, unit]) => [state, Number(count) * (unit === 'hours' ? 3_600_000 : 60_000)])
  expect(Object.fromEntries(text)).toEqual(ttlByState)
})
