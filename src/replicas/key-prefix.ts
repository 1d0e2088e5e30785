// The prefix of all keys and channels in Redis.

/** `2` is the version of the data format: replicas with another format use another prefix in the same Redis. */
export const keyPrefix = 'trawl:2:'
