// A local collector of traces: receives OpenTelemetry (protobuf over HTTP) and decodes the fields that tests need.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { started } from './scripted-server.ts'

/** A received span. Ids are hexadecimal; `parentId` is '' for a root span. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly id: string
  readonly parentId: string
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  /** 2 is an error. */
  readonly status: number
  readonly attributes: Readonly<Record<string, string | number>>
}

export interface Collector {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** Resource attributes of the sender. */
  readonly resource: Record<string, string | number>
  /** All received bytes as text, to check that a value was not sent. */
  text(): string
  /** Paths and headers of the requests. */
  readonly heard: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[]
}

/** Starts a collector that answers every request with `status`; it stops after the test. */
export async function startCollector(status = 200): Promise<Collector> {
  const bodies: Buffer[] = []
  const received: Pick<Collector, 'spans' | 'resource' | 'heard'> = { spans: [], resource: {}, heard: [] }
  const server = createServer(async (request, response) => {
    const pieces = await Array.fromAsync(request).catch(() => undefined)
    // The sender may end in the middle of a request.
    if (!pieces) return
    const body = Buffer.concat(pieces)
    received.heard.push({ path: request.url, headers: request.headers })
    bodies.push(body)
    for (const resourceSpans of partsOf(body, 1)) {
      for (const resource of partsOf(resourceSpans, 1)) Object.assign(received.resource, attributesOf(resource, 1))
      for (const scope of partsOf(resourceSpans, 2)) received.spans.push(...partsOf(scope, 2).map(spanOf))
    }
    response.writeHead(status).end()
  })
  const { port } = await started(server)
  return { ...received, url: `http://127.0.0.1:${port}`, text: () => Buffer.concat(bodies).toString('latin1') }
}

/** A field number and its value: bytes, or a number. */
type Field = readonly [number: number, value: Buffer | number]

/** Length in bytes of values by wire type; other types carry their length. */
const fixedLengths = new Map([
  [1, 8],
  [5, 4],
])

/** Decodes the fields of one message (protobuf encoding, wire types 0, 1, 2 and 5). */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const bytes = (length: number): Buffer => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = varint()
    const type = tag & 7
    const value = type === 0 ? varint() : bytes(fixedLengths.get(type) ?? varint())
    fields.push([tag >> 3, value])
  }
  return fields
}

function partsOf(message: Buffer, number: number): Buffer[] {
  return fieldsOf(message).flatMap(([of, value]) => (of === number && typeof value !== 'number' ? [value] : []))
}

function numberOf(message: Buffer | undefined, number: number): number {
  const found = message && fieldsOf(message).find(([of]) => of === number)?.[1]
  return typeof found === 'number' ? found : 0
}

/** Decodes attributes with string and integer values. */
function attributesOf(message: Buffer, number: number): Record<string, string | number> {
  const pairs = partsOf(message, number).map((pair) => {
    const [key = '', value] = [partsOf(pair, 1)[0]?.toString(), partsOf(pair, 2)[0]]
    const text = value && partsOf(value, 1)[0]?.toString()
    return [key, text ?? numberOf(value, 3)] as const
  })
  return Object.fromEntries(pairs)
}

function spanOf(span: Buffer): ReceivedSpan {
  const [traceId = '', id = '', parentId = ''] = [1, 2, 4].map((number) => partsOf(span, number)[0]?.toString('hex'))
  return {
    traceId,
    id,
    parentId,
    name: partsOf(span, 5)[0]?.toString() ?? '',
    kind: numberOf(span, 6),
    status: numberOf(partsOf(span, 15)[0], 3),
    attributes: attributesOf(span, 9),
  }
}
