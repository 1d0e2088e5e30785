// Tests the check of regular expressions: it reports quadratic seeds and accepts linear ones.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { superLinear } from '../../tools/linear-expressions.ts'
import { readExpressions } from '../../tools/read-expressions.ts'

function seed(name: string) {
  const path = join(import.meta.dirname, 'seeds/expressions/src', name)
  const text = readFileSync(path, 'utf8')
  return { lines: text.split('\n'), expressions: readExpressions(path, text) }
}

/** Why an expression of a seed breaks the rule; undefined when it does not. */
function faultOf({ source, flags }: { readonly source: string | undefined; readonly flags: string }) {
  return source === undefined ? 'cannot be read' : superLinear(source, flags)
}

describe('the check of regular expressions', () => {
  it('reads every expression of a file, also those made of its constants', () => {
    const { expressions, lines } = seed('quadratic.ts')
    expect(expressions.map(({ line, source, flags }) => [lines[line - 1]?.trim().slice(0, 20), source, flags])).toEqual(
      [
        ['export const number ', String.raw`(\d+)\.html$`, ''],
        ['export const headlin', '【([^】]*)】', ''],
        ['export const script ', String.raw`<script.*?<\/script>`, 'gis'],
        ['export const spaced ', String.raw`\s*[：:]\s*$`, 'u'],
        ['return new RegExp(`^', '^.*名称.*-$', ''],
        ['return new RegExp(`^', '^.*a.*-$', ''],
        ['return new RegExp(pa', undefined, ''],
      ],
    )
  })

  it('finds each that takes more than linear time, says over which text, and refuses what it cannot read', () => {
    const faults = seed('quadratic.ts').expressions.map(faultOf)
    expect(faults.at(-1)).toBe('cannot be read')
    for (const fault of faults.slice(0, -1)) expect(fault).toMatch(/^[2-4]\w\w degree polynomial.*, for example over '/)
  })

  it('leaves those in peace that are linear', () => {
    const { expressions } = seed('linear.ts')
    expect(expressions.length).toBe(7)
    expect(expressions.map(faultOf)).toEqual(expressions.map(() => undefined))
  })

  it('does not take for linear what it cannot decide', () => {
    expect(superLinear('[[a-z]--[b]]+x', 'v')).toMatch('was not decided')
  })
})
