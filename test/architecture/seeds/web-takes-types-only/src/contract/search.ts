// Scenery for the seed.
import { z } from 'zod'

export const thing = z.string()
