// Checks named wiring in src/app: no object literal spreads a parameter or a rest, so that every key can be found by search.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SEEDS = join(import.meta.dirname, 'seeds/spreads')
const ROOM = 'src/app'

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
function bagsIn(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
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

function filesOf(root: string): string[] {
  return readdirSync(join(root, ROOM), { encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
}

describe('src/app', () => {
  it('spreads no parameter into an object', () => {
    const files = filesOf(ROOT)
    expect(files.length).toBeGreaterThan(8)
    const bags = files.flatMap((file) => bagsIn(join(ROOT, ROOM, file)).map((bag) => `${file}:${bag}`))
    expect(bags).toEqual([])
  })
})

describe('a seed', () => {
  it.each(filesOf(SEEDS))('%s is reported where it says so', (file) => {
    const path = join(SEEDS, ROOM, file)
    const marked = readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.includes('// breaks the rule') ? [index + 1] : []))
    expect(bagsIn(path).map((bag) => Number.parseInt(bag, 10))).toEqual(marked)
  })

  it('breaks the rule, and another does not', () => {
    expect(filesOf(SEEDS)).toEqual(['bags.ts', 'named.ts'])
  })
})
