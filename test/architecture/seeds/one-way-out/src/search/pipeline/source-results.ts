// Seed: breaks the rule.
import * as seen from '@opentelemetry/api'

export const used = Object.keys(seen).length
