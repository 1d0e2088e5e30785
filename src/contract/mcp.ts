// The wire of the Model Context Protocol: JSON-RPC messages as defined by its specification.
import { z } from 'zod'

const version = z.literal('2.0')
const id = z.union([z.string(), z.int()])
const bag = z.looseObject({})
const failure = z.strictObject({ code: z.int(), message: z.string(), data: z.unknown().optional() })

export const rpcRequest = z.object({
  jsonrpc: version,
  id: id.optional(),
  method: z.string().min(1).max(100),
  params: bag.optional(),
})
/** A response, or a progress notification. */
export const rpcAnswer = z.strictObject({
  jsonrpc: version,
  id: id.nullable().optional(),
  method: z.string().optional(),
  params: bag.optional(),
  result: bag.optional(),
  error: failure.optional(),
})
/** The same as a server-sent event. */
export const rpcEvent = z.strictObject({ event: z.literal('message'), data: rpcAnswer })
/** Any error on this path. */
export const rpcError = z.strictObject({ jsonrpc: version, id: id.nullable(), error: failure })
