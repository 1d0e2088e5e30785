// Tests that each linter rule of biome.json that the project relies on reports code that breaks it.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')

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

const work = 'export async function work(): Promise<number> { return await Promise.resolve(1) }\n'

/** Close to several rules. */
const fine = `
  export const kinds = ['a', 'b'] as const
  export function count(from: Date): number {
    let sum = new Date(0).getTime()
    for (let i = 0; i < 3; i += 1) sum += i
    return sum + from.getTime()
  }
  export const doubled = (n: number): number => {
    let twice = n
    if (n > 0) twice += n
    return twice
  }`

function testOf(call: string, result: string) {
  return `import { expect, it } from 'vitest'\n\n${call}('does', () => expect(${result}).toBeDefined())`
}

/** Files, the rule that each breaks or '' for none, and their code. Imports of a row are files of other rows. */
const rows: readonly (readonly [file: string, rule: string, code: string])[] = [
  [
    'src/search/anything.ts',
    'lint/suspicious/noExplicitAny',
    'export const seed = (value: any): string => String(value)',
  ],
  ['src/search/barrel.ts', 'lint/performance/noBarrelFile', "export { seed } from './console.ts'"],
  ['src/search/camelCase.ts', 'lint/style/useFilenamingConvention', 'export const seed = 1'],
  ['src/search/casts.ts', 'plugin: No casts', "export const seed = JSON.parse('1') as number"],
  ['src/search/chance.ts', 'plugin: Time and chance are handed in', 'export const seed = () => Math.random()'],
  ['src/search/clock-called.ts', 'plugin: Time and chance are handed in', 'export const seed = () => Date()'],
  ['src/search/clock-fine.ts', 'plugin: Time and chance are handed in', 'export const seed = () => performance.now()'],
  ['src/search/clock-handed-on.ts', 'plugin: Time and chance are handed in', 'export const seed = Date.now'],
  ['src/search/clock-new.ts', 'plugin: Time and chance are handed in', 'export const seed = () => new Date()'],
  ['src/search/clock.ts', 'plugin: Time and chance are handed in', 'export const seed = () => Date.now()'],
  ['standin/network-conditions.ts', 'plugin: Time and chance are handed in', 'export const seed = () => Math.random()'],
  [
    'src/search/clock-passed-on.test.ts',
    'plugin: A test reads no real clock',
    testOf('it', 'String({ monotonicMs: performance.now })'),
  ],
  ['src/search/elapsed.test.ts', 'plugin: A test reads no real clock', testOf('it', 'performance.now() < 5')],
  ['src/search/hrtime.test.ts', 'plugin: A test reads no real clock', testOf('it', 'process.hrtime.bigint() < 5n')],
  ['src/search/console.ts', 'lint/suspicious/noConsole', 'export const seed = (text: string) => console.info(text)'],
  ['src/search/default-export.ts', 'lint/style/noDefaultExport', "export default { name: 'seed' }"],
  ['src/search/enums.ts', 'lint/style/noEnum', 'export enum Seed { One = 1 }'],
  [
    'src/search/environment-import.ts',
    'lint/style/noRestrictedImports',
    "import process from 'node:process'\nexport const seed = process.argv",
  ],
  [
    'src/search/environment.ts',
    'lint/style/noProcessEnv',
    'export const seed = [process.env.SEED, process.env, globalThis.process.env.SEED]',
  ],
  ['src/search/fetch-global.ts', 'plugin: One way out', 'export const seed = (url: string) => globalThis.fetch(url)'],
  ['src/search/fetch.ts', 'lint/style/noRestrictedGlobals', 'export const seed = (url: string) => fetch(url)'],
  ['src/search/socket.ts', 'lint/style/noRestrictedGlobals', 'export const seed = (url: string) => new WebSocket(url)'],
  ['src/search/forgotten-promise.ts', 'lint/nursery/noFloatingPromises', `${work}export function seed() { work() }`],
  [
    'src/search/promise-as-condition.ts',
    'lint/nursery/noMisusedPromises',
    `${work}export function seed() { return work() ? 1 : 2 }`,
  ],
  [
    'src/search/many-parameters.ts',
    'lint/complexity/useMaxParams',
    'export const seed = (a: number, b: number, c: number, d: number, e: number) => a + b + c + d + e',
  ],
  ['src/search/not-null.ts', 'lint/style/noNonNullAssertion', 'export const seed = (values: string[]) => values[0]!'],
  ['src/search/passed-on.ts', 'lint/style/noExportedImports', "import { seed } from './console.ts'\nexport { seed }"],
  [
    'src/search/path-without-extension.ts',
    'lint/correctness/useImportExtensions',
    "import { seed as other } from './console'\nexport const seed = other",
  ],
  [
    'src/search/silent.ts',
    'lint/suspicious/noEmptyBlockStatements',
    'export function seed(act: () => void) { try { act() } catch {} }',
  ],
  [
    'src/search/state-exported.ts',
    'plugin: No state at the top level of a module',
    'export let seed = 0\nexport function set(to: number) { seed = to }',
  ],
  [
    'src/search/state.ts',
    'plugin: No state at the top level of a module',
    'let count = 0\nexport function seed() { count += 1; return count }',
  ],
  ['src/search/thrown.ts', 'lint/style/useThrowOnlyError', "export function seed() { throw 'seed' }"],
  [
    'src/search/value-for-type.ts',
    'lint/style/useImportType',
    "import { Seed } from './enums.ts'\nexport const seed = (value: Seed) => value",
  ],
  ['src/search/long-file.ts', 'lint/style/noExcessiveLinesPerFile', lines(351, (n) => `export const a${n} = ${n}`)],
  ['src/search/long-function.ts', 'lint/complexity/noExcessiveLinesPerFunction', longFunction],
  ['src/search/hushed.ts', 'lint/suspicious/noTsIgnore', `// @ts-${'ignore'}\nexport const seed: number = 'seed'`],
  ['src/search/skipped.test.ts', 'lint/suspicious/noSkippedTests', testOf(`it.${'skip'}`, '1')],
  ['src/search/focused.test.ts', 'lint/suspicious/noFocusedTests', testOf(`it.${'only'}`, '1')],
  // A test may be long.
  ['src/search/long-function.test.ts', '', longFunction.replace('export ', 'void ')],
  ['src/search/patient.test.ts', '', testOf('it', 'expect.poll(() => Date.now()).toBeTypeOf(0)')],
  ['src/search/fine.ts', '', fine],
  // Lists and plugins have a default export.
  ['src/hotlist/sources/weibo.ts', '', "export default { name: 'weibo' }"],
  ['src/search/plugins/labi.ts', '', "export default { name: 'labi' }"],
  // The composition root reads the environment and makes the clock and the die; an entry file speaks to its user.
  [
    'src/main.ts',
    '',
    'export const parts = { env: process.env, now: Date.now, at: new Date(), random: Math.random }\nconsole.info(parts.at)',
  ],
  ['standin/demo.ts', '', 'console.info(process.env.PORT, Date.now())'],
  ['src/upstream/net/transport.ts', '', 'export const ask = (url: string) => fetch(url)'],
]

// Uses the linter's real settings, with the rows in place of src/.
const home = mkdtempSync(join(tmpdir(), 'trawl-lint-'))
const found = new Map<string, Set<string>>()

beforeAll(async () => {
  for (const name of ['biome.json', 'lint', '.gitignore'])
    cpSync(join(ROOT, name), join(home, name), { recursive: true })
  for (const [file, , code] of rows) {
    mkdirSync(join(home, dirname(file)), { recursive: true })
    writeFileSync(join(home, file), `${code}\n`)
  }
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

describe('the linter', () => {
  it.each(rows)('reports %s under “%s” and nothing else', (file, rule) => {
    expect([...(found.get(file) ?? [])]).toEqual(rule === '' ? [] : [rule])
  })

  it('reports nothing that is not in a row', () => {
    expect([...found.keys()].filter((found) => !rows.some(([file]) => file === found))).toEqual([])
  })
})
