// Converts the contract's schemas to JSON schemas; those with an `id` are named.
import { z } from 'zod'
import { jsonObject, wireForms } from '../../contract/fields.ts'

/** A JSON schema or another object of the description. */
export interface Json {
  [key: string]: unknown
}

/** Whether the value is an object with keys. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A reference to a schema of the description. */
export function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** The fields of a conversion that are read. */
const converted = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  $defs: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
})

/**
 * Converts schemas of requests (input) or answers (output). Those with an `id` become references, and are added to `named` with all named
 * ones that they refer to. @throws Error when two schemas have one id.
 */
export function convertSchemas(
  schemas: Iterable<z.core.$ZodType>,
  io: 'input' | 'output',
  named: Map<string, Json>,
): ReadonlyMap<z.core.$ZodType, Json> {
  const all = [...new Set(schemas)].map((schema, at) => [String(at), schema] as const)
  const nested = new Set<z.core.$ZodType>()
  const { properties, $defs } = tidied(
    z.toJSONSchema(z.object(Object.fromEntries(all)), { io, override: override(nested) }),
  )
  for (const [name, { id: _id, ...schema }] of Object.entries($defs)) named.set(name, schema)
  if (nested.size > 0) convertSchemas(nested, io, named)
  return new Map(all.map(([at, schema]) => [schema, properties[at] ?? {}]))
}

/** Adds what zod omits: inputs with several spellings, their defaults, and the keys of maps. Schemas of objects in JSON texts are added to `nested`. */
function override(nested: Set<z.core.$ZodType>): Override {
  return ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod
    const object = def.type === 'pipe' && def.in === jsonObject ? def.out : undefined
    const form = wireForms.get(zodSchema) ?? (object && referenceTo(object, nested))
    if (form) replaceForm(jsonSchema, form)
    if (def.type === 'default') jsonSchema.default = structuredClone(def.defaultValue)
    if (def.type === 'record') nameKeys(jsonSchema)
  }
}

function referenceTo(schema: z.core.$ZodType, nested: Set<z.core.$ZodType>): Json | undefined {
  const { id } = z.globalRegistry.get(schema) ?? {}
  if (id === undefined) return undefined
  nested.add(schema)
  return refTo(id)
}

function replaceForm(schema: Json, form: Readonly<Json>): void {
  for (const key of Object.keys(schema)) if (key !== 'description') delete schema[key]
  Object.assign(schema, structuredClone(form))
}

/** For a map with known keys, lists the schema of each key. */
function nameKeys(schema: Json): void {
  const { propertyNames: keys, additionalProperties: each } = schema
  if (!isJson(keys) || !Array.isArray(keys.enum)) return
  schema.properties = Object.fromEntries(keys.enum.map((key) => [key, each]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

/** Removes the redundant bounds of safe integers, and lets references lead to the components of the document. */
function tidied(value: unknown) {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) return undefined
    if (key === 'minimum' && inner === Number.MIN_SAFE_INTEGER) return undefined
    return key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', '#/components/schemas/') : inner
  })
  return converted.parse(JSON.parse(text))
}
