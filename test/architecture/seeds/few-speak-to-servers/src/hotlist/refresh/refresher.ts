// Seed: breaks the rule that only fleet/ speaks to Redis.
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'

export const queue = new Queue('refresh', { connection: new Redis() })
