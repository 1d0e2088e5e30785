// WrongUse: what somebody typed or set cannot be done; its message is the whole of what he is told.

/** A mistake of whoever uses a command. It ends with the exit status for wrong usage. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}
