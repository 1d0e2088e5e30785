// Decides which keys a view ignores.

/** Whether keys are text for an input, or for a dialog. */
export function takesKeys(target: EventTarget | null): boolean {
  const isInput = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  return (isInput && !target.matches('[type=checkbox]')) || document.querySelector('dialog[open]') !== null
}
