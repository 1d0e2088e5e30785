// The prefix of all keys in Redis, and the channel.

/** `2` is the version of the data format: replicas with another format use another prefix in the same Redis. */
export const keyPrefix = 'trawl:2:'

/** The channel of all messages between replicas. */
export const channel = `${keyPrefix}events`
