// The wire of pictures: which may be asked for. What is answered is the picture itself.
import { z } from 'zod'
import { line } from './fields.ts'

const allowed =
  'must be the address of a picture: https://host/path, without a port and without a name or password in it'

const url = line(1, 2_000).transform((text, ctx) => {
  const read = URL.parse(text)
  const isPlain = read?.username === '' && read.password === '' && read.port === ''
  if (read && isPlain && /^https?:$/.test(read.protocol)) return read
  ctx.addIssue({ code: 'custom', message: allowed })
  return z.NEVER
})

/** A request for a picture by the address at which a result or a hot item has it. */
export const pictureRequest = z.object({ url })
