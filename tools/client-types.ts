// npm run description: generates client/wire-types.ts, the client's types of the wire, from the description of the service.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const root = join(import.meta.dirname, '..')
const file = join(root, 'client/wire-types.ts')

const head = `// The wire as types. Made of src/contract/generated/openapi.json by npm run description; a test says when it is not what that makes.
`

/** The parts of the generated file that the client needs: the shapes and the parameters of each operation. */
const wanted: ReadonlySet<string> = new Set(['components', 'operations'])

/** The text of client/wire-types.ts for the current description. */
export async function wireText(): Promise<string> {
  const nodes = await openapiTypes(pathToFileURL(join(root, 'src/contract/generated/openapi.json')), {
    immutable: true,
    defaultNonNullable: false,
    silent: true,
  })
  const isWanted = (node: ts.Node) => ts.isInterfaceDeclaration(node) && wanted.has(node.name.text)
  return head + astToString(nodes.filter(isWanted))
}

/** The current text of the file. */
export function wireThere(): string {
  return readFileSync(file, 'utf8')
}

if (import.meta.main) writeFileSync(file, await wireText())
