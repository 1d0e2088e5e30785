// Building blocks of schemas: names and descriptions for the OpenAPI document, and texts and numbers that many have.
import { z } from 'zod'

export const text = z.string().min(1)
export const count = z.int().nonnegative()

/** The schema, with a name of its own in the OpenAPI document. */
export function named<Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { id, description })
  return schema
}

/** A named object with these fields only, as answers have them. */
export function record<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return named(id, description, z.strictObject(shape))
}

/** A named object whose other fields are ignored, as in requests. */
export function fields<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return named(id, description, z.object(shape))
}
