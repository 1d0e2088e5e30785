// The contract's schemas as JSON schemas under names, with what they and their fields mean.
import { z } from 'zod'
import { jsonObject, wireForms } from '../src/contract/fields.ts'
import type { NamedSchema } from '../src/contract/operation.ts'

/** A JSON schema, or any other object of the description. */
export interface Json {
  [key: string]: unknown
}

/** Is it an object with keys? */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where the description has a schema. */
export function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']

/** What zod leaves out: what a schema takes that takes more spellings than it can say, defaults of such, and the keys of maps. */
function saidBetter(byName: ReadonlyMap<unknown, string>): NonNullable<Override> {
  return ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod
    const whole = def.type === 'pipe' && def.in === jsonObject ? byName.get(def.out) : undefined
    const told = wireForms.get(zodSchema) ?? (whole === undefined ? undefined : refTo(whole))
    if (told) {
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, structuredClone(told))
    }
    if (def.type === 'default') jsonSchema.default = structuredClone(def.defaultValue)
    if (def.type === 'record') nameKeys(jsonSchema)
  }
}

/** Of a map whose keys are known: what each may hold, for who wants to know them. */
function nameKeys(schema: Json): void {
  const { propertyNames: keys, additionalProperties: each } = schema
  if (!isJson(keys) || !Array.isArray(keys.enum)) return
  schema.properties = Object.fromEntries(keys.enum.map((key) => [key, each]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

/** All named schemas of one side, by their names. @throws when a name is there twice. */
export function schemasOf(all: readonly NamedSchema[], side: NamedSchema['side']): ReadonlyMap<string, Json> {
  const names = all.filter((named) => named.side === side)
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
    names.map((named) => {
      const { $schema: _dialect, $id: _id, ...schema } = tidied(schemas[named.name])
      return [named.name, withWords(named, schema)]
    }),
  )
}

/** Without what says nothing: that a whole number is one that a number can hold. */
function tidied(value: unknown): Json {
  const read: unknown = JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) || (key === 'minimum' && inner === Number.MIN_SAFE_INTEGER)
      ? undefined
      : inner,
  )
  if (!isJson(read)) throw new Error('a schema is no object')
  return read
}

/** @throws when there are words for a field that there is not. */
function withWords({ name, meaning, words }: NamedSchema, schema: Json): Json {
  const { properties } = schema
  const fields = isJson(properties) ? properties : {}
  for (const [field, description] of Object.entries(words)) {
    const told = fields[field]
    if (!isJson(told)) throw new Error(`${name} has no field ${field}`)
    fields[field] = { description, ...told }
  }
  return { description: meaning, ...schema }
}
