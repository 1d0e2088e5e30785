// The error of the recorder that is shown to the person who records.

/** A fixture cannot be made; the message says why. */
export class RecordError extends Error {}
