// The failure of a call of a database.

/** A database could not do what was asked; the message is the sentence that `/readyz` shows. */
export class StoreError extends Error {}
