// Scenery: breaks no rule.
import { z } from 'zod'

export const request = z.object({ kw: z.string() })

export type Request = z.infer<typeof request>
