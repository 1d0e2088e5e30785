// Seed: breaks lint/style/noProcessEnv
export const seed = [process.env.SEED, process.env, globalThis.process.env.SEED]
