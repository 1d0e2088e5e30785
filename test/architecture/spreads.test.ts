// Checks named wiring in src/app: no object literal spreads a parameter or a rest, so that every key can be found by search.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOM = join(import.meta.dirname, '../../src/app')

/** How a name is bound: by a parameter, by the rest of a destructuring, or otherwise. */
type Binding = 'parameter' | 'rest' | 'other'

function bindingIn(name: ts.BindingName, wanted: string, isParameter: boolean): Binding | undefined {
  if (ts.isIdentifier(name)) {
    if (name.text !== wanted) return undefined
    return isParameter ? 'parameter' : 'other'
  }
  for (const element of name.elements) {
    if (ts.isOmittedExpression(element)) continue
    const found = bindingIn(element.name, wanted, isParameter)
    if (found) return element.dotDotDotToken ? 'rest' : found
  }
  return undefined
}

/** The declarations of a node, each with whether it is a parameter. */
function declarationsOf(node: ts.Node): readonly (readonly [ts.BindingName, boolean])[] {
  if (ts.isFunctionLike(node)) return node.parameters.map(({ name }) => [name, true] as const)
  if (!ts.isBlock(node) && !ts.isSourceFile(node)) return []
  return node.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations.map(({ name }) => [name, false] as const))
}

/** The binding of the name that is in scope at `node`; undefined for an import or a global. */
function bindingAt(node: ts.Node, wanted: string): Binding | undefined {
  for (let scope: ts.Node = node; !ts.isSourceFile(scope); ) {
    scope = scope.parent
    for (const [name, isParameter] of declarationsOf(scope)) {
      const found = bindingIn(name, wanted, isParameter)
      if (found) return found
    }
  }
  return undefined
}

/** The name at the root of `a`, `a.b` and `a?.b`; undefined for a call or a literal. */
function rootOf(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? rootOf(expression.expression) : undefined
}

/**
 * The forbidden spreads in a file, each with line and text. A literal of a single spread is a copy and hides no key.
 */
function bagsIn(code: string): string[] {
  const file = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadAssignment(node) && node.parent.properties.length > 1) {
      const root = rootOf(node.expression)
      const binding = root === undefined ? undefined : bindingAt(node, root)
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      if (binding === 'parameter' || binding === 'rest') found.push(`${line + 1}: ${node.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

describe('src/app', () => {
  it('spreads no parameter into an object', () => {
    const files = readdirSync(ROOM, { encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
    expect(files.length).toBeGreaterThan(8)
    const bags = files.flatMap((file) => bagsIn(readFileSync(join(ROOM, file), 'utf8')).map((bag) => `${file}:${bag}`))
    expect(bags).toEqual([])
  })
})

describe('an object', () => {
  it.each([
    'function whole(parts: Parts) { return { ...parts, version: 1 } }',
    'function rest({ log, ...others }: Parts) { return [log, () => ({ ...others, version: 1 })] }',
    'const member = (parts: Parts) => ({ version: 1, ...parts.store })',
    'async function opened(open) { const { log, ...others } = await open(); return { log: log.trim(), ...others } }',
  ])('that takes keys from a bag that the function did not build is reported: %s', (code) => {
    expect(bagsIn(code)).toHaveLength(1)
  })

  it.each([
    'function named({ log, folder }: Parts) { const store = { folder }; return { log, ...store, ...statusOf(folder) } }',
    'function copied(parts: Parts) { return { ...parts } }',
    'function listed(parts: Parts[]) { const all = { count: 1 }; return parts.map((parts) => [parts, { ...all, last: [...parts.log] }]) }',
  ])('whose keys can all be found by search is not: %s', (code) => {
    expect(bagsIn(code)).toEqual([])
  })
})
