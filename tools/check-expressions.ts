// Checks that every regular expression of the project runs in time linear in its input; there are no exceptions.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { superLinear } from './linear-expressions.ts'
import { readExpressions } from './read-expressions.ts'

const root = join(import.meta.dirname, '..')
const cachePath = join(root, 'node_modules/.cache/trawl-linear-expressions.json')

/** A change of the checker or of its use invalidates the cache. */
const checker = hashOf([join(import.meta.dirname, 'linear-expressions.ts'), join(root, 'package-lock.json')])

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(readFileSync(path))
  return hash.digest('hex')
}

/** Expressions that an earlier run found linear; the cache saves about half a minute. */
function readCache(): Set<string> {
  try {
    const { checker: cached, linear } = JSON.parse(readFileSync(cachePath, 'utf8'))
    return new Set(cached === checker ? linear : [])
  } catch {
    // The cache is missing or invalid: check all expressions.
    return new Set()
  }
}

const paths = globSync('{src,client,web/src}/**/*.{ts,tsx}', { cwd: root })
const expressions = paths
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .flatMap((path) => readExpressions(path, readFileSync(join(root, path), 'utf8')))
const known = readCache()
const linear = new Set<string>()
const faults: string[] = []
for (const { path, line, source, flags } of expressions) {
  const expression = `/${source}/${flags}`
  if (linear.has(expression)) continue
  const fault = faultOf(expression, source, flags)
  if (fault === undefined) linear.add(expression)
  else faults.push(`${path}:${line}: ${fault}`)
}

function faultOf(expression: string, source: string | undefined, flags: string): string | undefined {
  if (source === undefined)
    return 'RegExp is given what cannot be read here: constant texts of the same file, or use a literal'
  const found = known.has(expression) ? undefined : superLinear(source, flags)
  return found && `${expression} is not linear: ${found}`
}

mkdirSync(dirname(cachePath), { recursive: true })
writeFileSync(cachePath, JSON.stringify({ checker, linear: [...linear] }))
process.stdout.write(`regular expressions: ${expressions.length} read, ${linear.size} different ones are linear\n`)
if (faults.length > 0) {
  const advice =
    'Use indexOf, split or startsWith; keep what repeats apart from what may stand before it ((?<!\\d)\\d+); bound it ({0,200}).'
  process.stderr.write(`${faults.join('\n')}\n${advice}\n`)
  process.exitCode = 1
}
