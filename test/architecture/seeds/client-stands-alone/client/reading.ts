// Seed: breaks the rule.
import { z } from 'zod'

export const used = z.string()
