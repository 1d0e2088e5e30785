// Generates src/contract/generated/openapi.json and the list of operations for `/` from the contract's operations.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { operations } from '../src/contract/operations.ts'
import { buildOpenApi, written } from './openapi-document.ts'
import { indexOf } from './openapi-index.ts'

const root = join(import.meta.dirname, '..')
const document = buildOpenApi(manifest.version)
writeFileSync(join(root, 'src/contract/generated/openapi.json'), written(document))
writeFileSync(join(root, 'src/contract/generated/endpoints.json'), written(indexOf(operations)))
