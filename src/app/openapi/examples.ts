// The examples of operations. A test sends each.
import { z } from 'zod'
import json from '../../contract/examples.json' with { type: 'json' }

const text = z.string().min(1)
const bag = z.record(z.string(), z.unknown())

/** An example request and response. */
const example = z.strictObject({
  /** One or two words, unique within the operation. */
  name: text,
  summary: text,
  path: z.record(text, text).optional(),
  query: bag.optional(),
  headers: z.record(text, text).optional(),
  body: bag.optional(),
  /** Default: the status of the operation's first answer. */
  status: z.int().optional(),
  /** Default: the type of the first answer with this status. */
  type: text.optional(),
  /** The body, or the messages of a stream; undefined without a readable body. */
  answer: z.unknown().optional(),
})
export type Example = z.output<typeof example>

const examples = new Map(Object.entries(z.record(text, z.array(example)).parse(json)))

/** The examples of the operation with this id. */
export function examplesOf(id: string): readonly Example[] {
  return examples.get(id) ?? []
}
