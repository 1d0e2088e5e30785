// What all keys and channels in Redis begin with.

/** `1` is for the form of what stands under them: another form begins otherwise, and both may be there at once. */
export const prefix = 'trawl:1:'
