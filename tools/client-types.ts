// npm run description: makes client/wire-types.ts, the client's types of the wire, of the description of the service.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const root = join(import.meta.dirname, '..')
const file = join(root, 'client/wire-types.ts')

const head = `// The wire as types. Made of src/contract/generated/openapi.json by npm run description; a test says when it is not what that makes.
`

/** Of what the tool makes: the shapes, and what each operation takes. */
const wanted: ReadonlySet<string> = new Set(['components', 'operations'])

/** The text of client/wire-types.ts as the description has it now. */
export async function wireText(): Promise<string> {
  const nodes = await openapiTypes(pathToFileURL(join(root, 'src/contract/generated/openapi.json')), {
    immutable: true,
    defaultNonNullable: false,
    silent: true,
  })
  const isWanted = (node: ts.Node) => ts.isInterfaceDeclaration(node) && wanted.has(node.name.text)
  return head + astToString(nodes.filter(isWanted))
}

/** The text that is there. */
export function wireThere(): string {
  return readFileSync(file, 'utf8')
}

if (import.meta.main) writeFileSync(file, await wireText())
