// The one error of recording that is for the person who records.

/** No fixture can be made; the message says why. */
export class RecordError extends Error {}
