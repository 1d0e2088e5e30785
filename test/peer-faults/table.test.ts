// Tests that the tests named in the page of the peer's faults exist, and that those of open faults are expected to fail.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface Row {
  readonly fault: string
  readonly isOpen: boolean
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

function rowsOf(page: string): Row[] {
  const lines = page.split('\n').filter((line) => /^\| (?!fault \|)/.test(line))
  return lines.map((line) => {
    const [, fault = '', here = '', shown = ''] = line.split('|')
    const named = [...shown.matchAll(/`([^`]+)` “([^”]+)”/g)]
    const tests = named.map(([, file = '', title = '']) => ({ file, title }))
    return { fault: fault.trim(), isOpen: here.includes('**Not yet:**'), tests }
  })
}

function textOf(file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
}

describe('docs/peer-faults.md', () => {
  const rows = rowsOf(textOf('docs/peer-faults.md'))

  it('names for each fault a test that is there', () => {
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([])
    const named = rows.flatMap(({ tests }) => tests)
    expect(named.filter(({ file, title }) => !textOf(file).includes(title))).toEqual([])
  })

  it('calls open what is expected to fail, and nothing else', () => {
    const open = rows.filter(({ isOpen }) => isOpen).flatMap(({ tests }) => tests.map(({ title }) => title))
    const files = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith('.test.ts') && name !== 'table.test.ts',
    )
    const failing = files.flatMap((name) => {
      const text = textOf(`test/peer-faults/${name}`)
      return [...text.matchAll(/it\.fails\('([^']+)'/g)].map(([, title]) => title)
    })
    expect(open.toSorted()).toEqual(failing.toSorted())
  })
})
