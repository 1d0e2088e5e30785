// JSON APIs that return a list: where its rows are, which shape they have, and how a row becomes an item.
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { firstElement, lenientArray } from '../../parsing/lenient-schemas.ts'
import type { Init, Io } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'
import { checkShape } from './embedded-json.ts'
import { checkStatus } from './reply-status.ts'

/** The rows of a reply, and parts of the request that differ from a plain GET. */
interface JsonRows<Row> extends Init {
  /** The path of the rows: `data.list`; `0` is the first element of an array, and '' the reply itself. */
  readonly rows: string
  /** The shape of a row; rows of another shape are left out, see `lenientArray`. */
  readonly row: z.ZodType<Row>
  /** The status code in the reply: its field, its value for success, and the field of the message. */
  readonly ok?: readonly [code: string, success: number | string | boolean, words: string]
}

/** A list that is one request; `item` makes the item of a row, or `[]` for a row to leave out. */
interface JsonList<Row> extends JsonRows<Row> {
  readonly address: string
  item(row: Row, io: Io): HotItem | readonly HotItem[]
}

/**
 * Requests the rows of a list.
 * @throws UpstreamError as `io.json` does, as `apiRefusal` says for another code than success, and `mismatch` for a wrong shape.
 */
export async function jsonRows<Row>(
  io: Io,
  address: string,
  { rows, row, ok, ...init }: JsonRows<Row>,
): Promise<Row[]> {
  const holds = rowsSchema({ rows, row })
  const request = { ...init, headers: { ...dataHeaders, ...init.headers } }
  if (!ok) return io.json(address, holds, request)
  // A refusal has other data or none.
  const reply = await io.json(address, z.looseObject({}), request)
  const [code, success, words] = ok
  checkStatus(reply, { code, success: String(success), words })
  return checkShape(reply, holds)
}

/** The shape of a reply with these rows. */
export function rowsSchema<Row>({ rows, row }: Pick<JsonRows<Row>, 'rows' | 'row'>): z.ZodType<Row[]> {
  const names = rows === '' ? [] : rows.split('.')
  return names.reduceRight<z.ZodType<Row[]>>(
    (inner, name) =>
      name === '0' ? firstElement(inner) : z.object({ [name]: inner }).transform((found) => found[name] ?? []),
    lenientArray(row),
  )
}

/** Makes the function that asks for a list. @throws UpstreamError, when called, as `jsonRows` does. */
export function jsonList<Row>({ address, item, ...rows }: JsonList<Row>): (io: Io) => Promise<HotItem[]> {
  return async (io) => (await jsonRows(io, address, rows)).flatMap((row) => item(row, io))
}
