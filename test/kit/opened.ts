// Opens a stored value of a test.

/** The value once its record is loaded. */
export async function opened<Stored extends { open(): Promise<void> }>(stored: Stored): Promise<Stored> {
  await stored.open()
  return stored
}
