// The share sheet of the device. Browsers offer it over HTTPS only.

export function canShare(): boolean {
  return 'share' in navigator
}

/** Does nothing when the user closes the sheet. */
export async function share(title: string, text: string, url?: string): Promise<void> {
  await navigator.share({ title, text, ...(url !== undefined && { url }) }).catch(() => undefined)
}
