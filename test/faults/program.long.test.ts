// Tests the program of `npm run faults` with a few faults, in the search and in the requests of the page.
import { expect, it } from 'vitest'
import { faultCases, kinds } from '../../bench/faults/kinds.ts'
import { type Cell, readExpected, runFault } from '../../bench/faults/run-fault.ts'
import { makeCertificates } from '../../bench/faults/world.ts'

const seed = 1
const views = ['search', 'page'] as const
const tried = ['503', 'challenge page, 200', 'redirect to loopback', 'broken TLS', 'name that becomes private']

it('a fault of one source is named, the other source stays well, and nothing bad is cached', async () => {
  const certificates = makeCertificates()
  const expected = await readExpected(certificates, seed, views)
  const cells: Cell[] = []
  for (const fault of faultCases.filter(({ name }) => tried.includes(name)))
    cells.push(...(await runFault(fault, expected, { certificates, seed, views })).cells)
  expect(cells.filter(({ wrong }) => wrong.length > 0)).toEqual([])
  const inSearch = kinds.filter(({ group }) => group === 'search').length
  const onPage = kinds.filter(({ group }) => group !== 'check').length
  expect(cells).toHaveLength(tried.length * (inSearch + onPage))
})
