// Builds the list of operations for `/`: one line each, from the contract's operations.
import type { Operation } from '../src/contract/operation.ts'

/** The list: each line has the request with its required parameters, then its purpose with the optional ones. */
export function indexOf(operations: readonly Operation[]): Record<string, string> {
  return Object.fromEntries(operations.map((operation) => [askedAs(operation), toldOf(operation)]))
}

function askedAs({ method, path, query, body }: Operation): string {
  const needed = Object.entries(body ? {} : (query?.schema.shape ?? {})).filter(
    ([, field]) => !field.safeParse(undefined).success,
  )
  const fields = needed.map(([name]) => `${name}=…`)
  return `${method.toUpperCase()} ${path}${fields.length === 0 ? '' : `?${fields.join('&')}`}`
}

function toldOf({ summary, query, body }: Operation): string {
  const fields = [...new Set([query, body].flatMap((sent) => Object.keys(sent?.schema.shape ?? {})))]
  return fields.length === 0 ? summary : `${summary} (${fields.join(', ')})`
}
