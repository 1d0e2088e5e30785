// Tests the check of regular expressions: it reports quadratic ones and accepts linear ones.
import { describe, expect, it } from 'vitest'
import { superLinear } from '../../tools/linear-expressions.ts'
import { readExpressions } from '../../tools/read-expressions.ts'

/** The code, in which `~` stands for the sign of a template and `@` for that of its values. */
function written(code: string): string {
  return code.replaceAll('~', '`').replaceAll('@', '$')
}

/** Each line has an expression that is not linear, or one that cannot be read. */
const quadratic = written(String.raw`
  const number = /(\d+)\.html$/
  const headline = /【([^】]*)】/
  const script = /<script.*?<\/script>/gis
  const blanks = '\\s*'
  const spaced = new RegExp(~@{blanks}[：:]@{blanks}$~, 'u')
  function labelled(label: string) { return new RegExp(~^.*@{label}.*-$~) }
  const twice = [labelled('名称'), labelled('a')]
  export function given(pattern: string) { return new RegExp(pattern) }`)

/** The same, as they may be written. */
const linear = written(String.raw`
  const number = /(?<!\d)(\d+)\.html$/
  const headline = /【([^【】]*)】/
  const script = /<script.*?(?:<\/script>|$)/gis
  const bounded = /^a{0,2000}b{1,2000}c{3}$/
  const words = '名称|标题'
  const label = new RegExp([~^(?:@{words})\\s*[：:]~, '^-+$'].join('|'), 'u')
  function pathOf(pattern: string) { return new RegExp(~^@{pattern}~) }
  const paths = [pathOf('/s/([0-9a-f]{12})'), pathOf('/t/')]`)

/** Why an expression breaks the rule; undefined when it does not. */
function faultOf({ source, flags }: { readonly source: string | undefined; readonly flags: string }) {
  return source === undefined ? 'cannot be read' : superLinear(source, flags)
}

describe('the check of regular expressions', () => {
  it('reads every expression of a file, also those made of its constants', () => {
    expect(readExpressions('a.ts', quadratic).map(({ line, source, flags }) => [line, source, flags])).toEqual([
      [2, String.raw`(\d+)\.html$`, ''],
      [3, '【([^】]*)】', ''],
      [4, String.raw`<script.*?<\/script>`, 'gis'],
      [6, String.raw`\s*[：:]\s*$`, 'u'],
      [7, '^.*名称.*-$', ''],
      [7, '^.*a.*-$', ''],
      [9, undefined, ''],
    ])
  })

  it('finds each that takes more than linear time, says over which text, and refuses what it cannot read', () => {
    const faults = readExpressions('a.ts', quadratic).map(faultOf)
    expect(faults.at(-1)).toBe('cannot be read')
    for (const fault of faults.slice(0, -1)) expect(fault).toMatch(/^[2-4]\w\w degree polynomial.*, for example over '/)
  })

  it('leaves those in peace that are linear', () => {
    const expressions = readExpressions('a.ts', linear)
    expect(expressions.length).toBe(7)
    expect(expressions.map(faultOf)).toEqual(expressions.map(() => undefined))
  })

  it('does not take for linear what it cannot decide', () => {
    expect(superLinear('[[a-z]--[b]]+x', 'v')).toMatch('was not decided')
  })
})
