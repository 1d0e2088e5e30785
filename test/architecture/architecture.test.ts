// Tests that every rule in .dependency-cruiser.cjs works: each rule finds a seed that breaks it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import readTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SEEDS = join(import.meta.dirname, 'seeds')

// Uses the real rules: a seed is a project of its own, so its paths match those in the rules.
const options = await readOptions(join(ROOT, '.dependency-cruiser.cjs'))
const tsConfig = readTsConfig(join(ROOT, 'tsconfig.json'))
const rules = [...new Set((options.ruleSet?.forbidden ?? []).map((rule) => rule.name ?? 'unnamed'))]

async function breaches(seed: string): Promise<{ rules: string[]; files: string[]; seen: number }> {
  const baseDir = join(SEEDS, seed)
  const rooms = readdirSync(baseDir).filter((room) => room !== 'fixtures')
  const { output } = await cruise(rooms, { ...options, baseDir }, undefined, { tsConfig })
  const { violations, totalCruised } = parsed(output).summary
  return {
    rules: [...new Set(violations.map((violation) => violation.rule.name))],
    files: [...new Set(violations.map((violation) => violation.from))].sort(),
    seen: totalCruised,
  }
}

function parsed(output: ICruiseResult | string): ICruiseResult {
  return typeof output === 'string' ? JSON.parse(output) : output
}

/** The files of a seed whose first line says that they break its rule. */
function offenders(seed: string): string[] {
  const root = join(SEEDS, seed)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.ts') && readFileSync(join(root, file), 'utf8').startsWith('// Seed: breaks the rule'),
    )
    .sort()
}

describe('the rules of the architecture', () => {
  it('are all there, each once with a seed and with a reason', () => {
    const seeds = readdirSync(SEEDS).filter(
      (seed) => !['clean', 'lint', 'expressions', 'floors', 'spreads'].includes(seed),
    )
    expect(seeds).toEqual([...rules].sort())
    for (const rule of options.ruleSet?.forbidden ?? []) {
      expect(rule.comment, rule.name).toMatch(/\w{3}.*\.$/s)
      expect(rule.severity, rule.name).toBe('error')
    }
  })

  it.each(rules)('%s: its seed is reported in every file that breaks it, and under no other rule', async (rule) => {
    const expected = offenders(rule)
    expect(expected).not.toEqual([])
    const found = await breaches(rule)
    expect(found.files).toEqual(expected)
    expect(found.rules).toEqual([rule])
  })

  it('leave a house in peace that keeps them', async () => {
    const found = await breaches('clean')
    expect(found.seen).toBeGreaterThan(15)
    expect(found.files).toEqual([])
  })
})
