// Makes client/wire-types.ts, the client's types of the wire, from the OpenAPI document.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import manifest from '../package.json' with { type: 'json' }
import { buildOpenApi } from '../src/app/openapi/document.ts'
import { operations } from '../src/app/routes.ts'

const head =
  '// The wire as types. Made by the build (tools/client-types.ts) from the schemas of the service; not in git.\n'

/** The parts that the client needs: the shapes and the parameters of each operation. */
const needed: ReadonlySet<string> = new Set(['components', 'operations'])

export async function writeClientTypes(): Promise<void> {
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  const document = JSON.stringify(buildOpenApi(operations, manifest.version))
  const nodes = await openapiTypes(document, { immutable: true, defaultNonNullable: false, silent: true })
  const isNeeded = (node: ts.Node) => ts.isInterfaceDeclaration(node) && needed.has(node.name.text)
  writeFileSync(join(import.meta.dirname, '../client/wire-types.ts'), head + astToString(nodes.filter(isNeeded)))
}
