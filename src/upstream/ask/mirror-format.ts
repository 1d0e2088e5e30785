// The format of a mirrored file on disk: one line of JSON, then the content.
import { z } from 'zod'

const head = z.object({ checkedAt: z.number(), conditions: z.record(z.string(), z.string()) })
export type StoredHead = z.infer<typeof head>

const lineEnd = 10

/** Encodes a file: one line of JSON, then the content. */
export function encodeMirror({ checkedAt, conditions }: StoredHead, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ checkedAt, conditions })}\n`), body])
}

export function decodeMirror(bytes: Uint8Array): { head: StoredHead; body: Uint8Array } {
  const end = bytes.indexOf(lineEnd)
  return { head: head.parse(JSON.parse(Buffer.from(bytes.subarray(0, end)).toString())), body: bytes.subarray(end + 1) }
}
