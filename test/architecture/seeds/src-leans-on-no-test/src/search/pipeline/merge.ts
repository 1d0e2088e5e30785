// Seed: breaks the rule.
import expected from '../../../fixtures/search/labi/expected.json' with { type: 'json' }

export const used = expected
