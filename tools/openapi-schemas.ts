// Converts the contract's schemas to named JSON schemas.
import { z } from 'zod'
import { jsonObject, wireForms } from '../src/contract/fields.ts'
import type { NamedSchema } from '../src/contract/named-schemas.ts'

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

type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']

/** Adds what zod omits: inputs with several spellings, their defaults, and the keys of maps. */
function saidBetter(byName: ReadonlyMap<unknown, string>): NonNullable<Override> {
  return ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod
    const whole = def.type === 'pipe' && def.in === jsonObject ? byName.get(def.out) : undefined
    const told = wireForms.get(zodSchema) ?? (whole === undefined ? undefined : refTo(whole))
    if (told) replaceForm(jsonSchema, told)
    if (def.type === 'default') jsonSchema.default = structuredClone(def.defaultValue)
    if (def.type === 'record') nameKeys(jsonSchema)
  }
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

/** All named schemas of one direction (input or output), by name. @throws when a name occurs twice. */
export function schemasOf(names: readonly NamedSchema[], side: 'input' | 'output'): ReadonlyMap<string, Json> {
  const registry = z.registry<{ id: string }>()
  const byName = new Map<unknown, string>(names.map(({ name, schema }) => [schema, name]))
  if (new Set(byName.values()).size < names.length) throw new Error('two schemas have one name, or one has two')
  for (const { name, schema } of names) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, {
    io: side,
    uri: (id) => `#/components/schemas/${id}`,
    override: saidBetter(byName),
  })
  return new Map(
    names.map(({ name }) => {
      const { $schema: _dialect, $id: _uri, id: _id, ...schema } = tidied(schemas[name])
      return [name, schema]
    }),
  )
}

/** Removes the redundant bounds of safe integers. */
function tidied(value: unknown): Json {
  const read: unknown = JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) || (key === 'minimum' && inner === Number.MIN_SAFE_INTEGER)
      ? undefined
      : inner,
  )
  if (!isJson(read)) throw new Error('a schema is no object')
  return read
}
