// Finds the regular expressions of a file: literals, and `RegExp` calls with constants of the file.
import ts from 'typescript'

/** A regular expression of a file; `source` is undefined when it cannot be determined from the file. */
export interface ReadExpression {
  readonly path: string
  readonly line: number
  readonly source: string | undefined
  readonly flags: string
}

/** All regular expressions of a TypeScript file, in order. */
export function readExpressions(path: string, text: string): ReadExpression[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, kind)
  const expressions: ReadExpression[] = []
  const visit = (node: ts.Node): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    for (const [source, flags] of patternsOf(node)) expressions.push({ path, line, source, flags })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return expressions
}

type Pattern = readonly [source: string | undefined, flags: string]

function patternsOf(node: ts.Node): Pattern[] {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return [[node.text.slice(1, end), node.text.slice(end + 1)]]
  }
  if (!(ts.isNewExpression(node) || ts.isCallExpression(node)) || !isNamed(node.expression, 'RegExp')) return []
  const [source, flags] = node.arguments ?? []
  const allFlags = flags ? textsOf(flags) : ['']
  if (!source || !allFlags) return [[undefined, '']]
  const sources = textsOf(source) ?? [undefined]
  return sources.flatMap((one) => allFlags.map((some): Pattern => [one, some]))
}

function isNamed(node: ts.Node, name: string): node is ts.Identifier {
  return ts.isIdentifier(node) && node.text === name
}

/** The possible texts of a node that is built from constants of its file; undefined when they cannot be determined. */
function textsOf(node: ts.Expression): readonly string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isIdentifier(node)) return textsOfName(node)
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.flatMap(({ expression, literal }) => [textsOf(expression), [literal.text]])
    return joined([[node.head.text], ...parts], '')
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const { expression: list, name } = node.expression
  const [separator] = node.arguments
  if (name.text !== 'join' || !ts.isArrayLiteralExpression(list) || !separator || !ts.isStringLiteral(separator))
    return undefined
  return joined(list.elements.map(textsOf), separator.text)
}

/** All concatenations of one text from each part. */
function joined(parts: readonly (readonly string[] | undefined)[], separator: string): readonly string[] | undefined {
  const [first, ...others] = parts
  return others.reduce(
    (starts, ends) => ends && starts?.flatMap((start) => ends.map((end) => start + separator + end)),
    first,
  )
}

/** The texts of a top-level constant, or of a function parameter: the arguments of all calls. */
function textsOfName(identifier: ts.Identifier): readonly string[] | undefined {
  for (let around: ts.Node = identifier.parent; ; around = around.parent) {
    if (ts.isSourceFile(around)) return textsOfConstant(identifier.text, around)
    if (!ts.isFunctionLike(around)) continue
    const index = around.parameters.findIndex(({ name }) => isNamed(name, identifier.text))
    if (index >= 0) return ts.isFunctionDeclaration(around) ? textsOfArgument(around, index) : undefined
  }
}

function textsOfConstant(name: string, file: ts.SourceFile): readonly string[] | undefined {
  const lists = file.statements.flatMap((one) => (ts.isVariableStatement(one) ? [one.declarationList] : []))
  const declared = lists.flatMap(({ declarations }) => [...declarations]).find((one) => isNamed(one.name, name))
  return declared?.initializer && textsOf(declared.initializer)
}

function textsOfArgument(declaration: ts.FunctionDeclaration, index: number): readonly string[] | undefined {
  const name = declaration.name?.text
  const exported = declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
  if (name === undefined || exported) return undefined
  const texts: (readonly string[] | undefined)[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isNamed(node.expression, name)) {
      const argument = node.arguments[index]
      texts.push(argument && textsOf(argument))
    }
    ts.forEachChild(node, visit)
  }
  visit(declaration.getSourceFile())
  return texts.every((some) => some !== undefined) ? texts.flat() : undefined
}
