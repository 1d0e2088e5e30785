// Arbitrary values for JSON schemas: valid, nearly valid and hostile.
import fc, { type Arbitrary } from 'fast-check'
import { description } from './described.ts'

interface Schema {
  readonly [key: string]: unknown
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Resolves a reference within the description. */
function resolved(schema: Schema): Schema {
  const { $ref: ref } = schema
  if (typeof ref !== 'string') return schema
  let place: unknown = description
  for (const key of ref.slice(2).split('/')) place = isSchema(place) ? place[key] : undefined
  if (!isSchema(place)) throw new Error(`there is no ${ref}`)
  return place
}

function schemasIn(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

const words = ['纸鹤', '三体', 'linux', 'weibo', 'zhihu', 'demo_share', 'labi', 'quark', 'a b', 'ß', '💡', '提取码']

function text(schema: Schema): Arbitrary<string> {
  const [least, most] = [numberOr(schema.minLength, 0), numberOr(schema.maxLength, 40)]
  const any = fc.string({ unit: 'grapheme', minLength: least, maxLength: Math.min(most, 60) })
  return fc.oneof({ arbitrary: fc.constantFrom(...words), weight: 3 }, { arbitrary: any, weight: 1 })
}

function object(schema: Schema, fitting: (inner: Schema) => Arbitrary<unknown>): Arbitrary<unknown> {
  const properties = isSchema(schema.properties) ? schema.properties : {}
  const fields = Object.entries(properties).flatMap(([name, inner]) =>
    isSchema(inner) ? [[name, fitting(inner)] as const] : [],
  )
  const needed = Array.isArray(schema.required) ? schema.required.map(String) : []
  const known = fields.map(([name]) => name)
  return fc.record(Object.fromEntries(fields), { requiredKeys: known.filter((name) => needed.includes(name)) })
}

/** Values that fit a schema; lists are short. */
export function fitting(given: Schema): Arbitrary<unknown> {
  const schema = resolved(given)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const forms = schemasIn(schema.anyOf ?? schema.oneOf)
  if (forms.length > 0) return fc.oneof(...forms.map(fitting))
  const [low, high] = [numberOr(schema.minimum, 0), numberOr(schema.maximum, 2_000)]
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: low, max: high }), fc.constantFrom(low, high))
    case 'boolean':
      return fc.boolean()
    case 'string':
      return text(schema)
    case 'array':
      return fc.array(isSchema(schema.items) ? fitting(schema.items) : fc.constant('a'), {
        minLength: numberOr(schema.minItems, 0),
        maxLength: Math.max(3, numberOr(schema.minItems, 0)),
      })
    case 'object':
      return object(schema, fitting)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Values that nearly fit: one item too many, one character too long, a wrong type. */
export function almost(given: Schema): Arbitrary<unknown> {
  const schema = resolved(given)
  const forms = schemasIn(schema.anyOf ?? schema.oneOf)
  if (forms.length > 0) return fc.oneof(...forms.map(almost))
  const odd = fc.constantFrom<unknown>(null, true, -1, 1.5, 1e308, '', ' ', [], {}, [null], 'true', '٣')
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const [low, high] = [numberOr(schema.minimum, 0), numberOr(schema.maximum, 2_000)]
      return fc.oneof(
        fc.constantFrom<unknown>(low - 1, high + 1, low + 0.5, `${high}e0`, `0x${low}`, ` ${low} `, Number.MAX_VALUE),
        odd,
      )
    }
    case 'boolean':
      return fc.oneof(fc.constantFrom<unknown>('True', 'YES', 'off', '2', 'wahr', 0, 1, 2), odd)
    case 'array':
      return fc.oneof(fc.constant(Array.from({ length: numberOr(schema.maxItems, 500) + 1 }, (_, at) => `x${at}`)), odd)
    case 'object':
      return fc.oneof(
        object(schema, (inner) =>
          fc.oneof({ arbitrary: fitting(inner), weight: 3 }, { arbitrary: almost(inner), weight: 1 }),
        ),
        odd,
      )
    default:
      return fc.oneof(fc.constant('長'.repeat(numberOr(schema.maxLength, 300) + 1)), odd)
  }
}

const nasty = [
  '\0',
  '\r\nSet-Cookie: a=b',
  '\u202Eevil',
  '\uFEFF',
  '../../etc/passwd',
  "'; DROP TABLE links;--",
  '<script>alert(1)</script>',
  '%00',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '[',
  '["a"',
  '[[["a"]]]',
  '{"__proto__":{"a":1}}',
  '{"a":',
  'null',
  'undefined',
  '\u{10FFFF}',
  'a'.repeat(2_000),
  '，'.repeat(600),
  'http://127.0.0.1:22/',
  'file:///etc/passwd',
  'https://user:pass@example.org:8080/a.png',
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  'a,b,,，c',
  '\t',
  'İ',
  'ﷺ'.repeat(50),
]

/** Hostile values. */
export function hostile(): Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fc.constantFrom<unknown>(...nasty), weight: 3 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 80 }), weight: 2 },
    { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
    { arbitrary: fc.double(), weight: 1 },
  )
}
