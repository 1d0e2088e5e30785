// The wire of the image proxy: its request. The response is the image itself.
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

/** For a poster that is 56 pixels wide on screens of one, two and three dots per pixel. Few, because each is cached. */
const widths = ['56', '112', '168'] as const

/** A request for an image by its address in a result or hot item. */
export const pictureRequest = z.object({
  url: url.describe('Its address from a result or item: `https://host/path`, without port or credentials.'),
  w: z
    .enum(widths, { error: `must be one of ${widths.join(', ')}` })
    .transform(Number)
    .optional()
    .describe('Scales the image down to cover a poster of this width, where possible.'),
})
