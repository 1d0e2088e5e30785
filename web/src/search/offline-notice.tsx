// Error shown when a part of the view could not be loaded.

import { Button } from '../components/button.tsx'
import { frameMessages } from '../frame-messages.ts'

/** The URL contains the search, so a reload loses nothing. */
export function OfflineNotice() {
  const messages = frameMessages.use()
  return (
    <div role="alert" class="flex flex-col items-center gap-3 py-14 text-center">
      <h2 class="text-lg font-semibold">{messages.errors[navigator.onLine ? 'unreachable' : 'offline']}</h2>
      <Button look="main" onClick={() => location.reload()}>
        {messages.retry}
      </Button>
    </div>
  )
}
