// Scenery: the composition root reads the environment and makes the clock and the die.
export const parts = { env: process.env, now: Date.now, at: new Date(), random: Math.random }

console.info(parts.at)
