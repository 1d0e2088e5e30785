// Seed: breaks the rule that only replicas/ speaks to Redis.
import { Redis } from 'ioredis'

export const redis = new Redis()
