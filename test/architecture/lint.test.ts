// Tests that each linter rule of biome.json that the project relies on reports a seed that breaks it.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const SEEDS = join(import.meta.dirname, 'seeds/lint')

/** The part of Biome's JSON report that the test reads. */
const report = z.object({
  diagnostics: z.array(
    z.object({ category: z.string(), message: z.string(), location: z.object({ path: z.string() }).nullable() }),
  ),
})

function lines(count: number, line: (index: number) => string) {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n')
}
const longFunction = `export function seed(add: (n: number) => void) {\n${lines(41, (n) => `  add(${n})`)}\n}\n`

function seed(rule: string, code: string) {
  return `// Seed: breaks ${rule}\n${code}\n`
}
function testOf(call: string) {
  return `import { it } from 'vitest'\n\n${['it', call].join('.')}('does', () => 1)`
}

/** Generated seeds: those too long for files, and those that a search for disabled checks would find. */
const MADE: Record<string, string> = {
  'src/search/long-file.ts': seed(
    'lint/style/noExcessiveLinesPerFile',
    lines(350, (n) => `export const a${n} = ${n}`),
  ),
  'src/search/long-function.ts': seed('lint/complexity/noExcessiveLinesPerFunction', longFunction),
  'src/search/long-function.test.ts': `// Scenery: a test may be long.\n${longFunction.replace('export ', 'void ')}`,
  'src/search/hushed.ts': seed('lint/suspicious/noTsIgnore', `// @ts-${'ignore'}\nexport const seed: number = 'seed'`),
  'src/search/skipped.test.ts': seed('lint/suspicious/noSkippedTests', testOf('skip')),
  'src/search/focused.test.ts': seed('lint/suspicious/noFocusedTests', testOf('only')),
}

// Uses the linter's real settings, with the seeds in place of src/.
const home = mkdtempSync(join(tmpdir(), 'trawl-lint-'))
const found = new Map<string, Set<string>>()

beforeAll(async () => {
  for (const name of ['biome.json', 'lint', '.gitignore'])
    cpSync(join(ROOT, name), join(home, name), { recursive: true })
  cpSync(SEEDS, home, { recursive: true })
  for (const [file, text] of Object.entries(MADE)) writeFileSync(join(home, file), text)
  const { diagnostics } = report.parse(JSON.parse(await lintReport()))
  for (const { category, message, location } of diagnostics) {
    const file = location?.path ?? 'no file'
    const rule = category === 'plugin' ? `plugin: ${message.split(':')[0]}` : category
    found.set(file, (found.get(file) ?? new Set()).add(rule))
  }
})

afterAll(() => rmSync(home, { recursive: true }))

function lintReport(): Promise<string> {
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', 'src', 'standin']
  // The linter exits with 1 when it reports errors, as expected here.
  return new Promise((done) => {
    execFile(join(ROOT, 'node_modules/.bin/biome'), args, { cwd: home }, (_, stdout) => done(stdout))
  })
}

function seeds(): Array<{ file: string; rule: string | undefined }> {
  const kept = readdirSync(SEEDS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(SEEDS, file), 'utf8')] as const)
  return [...kept, ...Object.entries(MADE)].map(([file, text]) => ({
    file,
    rule: /^\/\/ Seed: breaks (.+)$/m.exec(text)?.[1],
  }))
}

describe('the linter', () => {
  it.each(seeds().filter((seed) => seed.rule))('reports $file under $rule and nothing else', ({ file, rule }) => {
    expect([...(found.get(file) ?? [])]).toEqual([rule])
  })

  it.each(seeds().filter((seed) => !seed.rule))('leaves $file in peace', ({ file }) => {
    expect([...(found.get(file) ?? [])]).toEqual([])
  })

  it('reports nothing that is not a seed', () => {
    expect([...found.keys()].filter((file) => !seeds().some((seed) => seed.file === file))).toEqual([])
  })
})
