// Seed: breaks the rule.
export const thing = 1
