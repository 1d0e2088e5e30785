// The settings of this browser as a QR code for a phone.
import { useState } from 'preact/hooks'
import { QrCode } from '../components/qr-code.tsx'
import { usePage } from '../page-context.ts'
import { urlPrefix } from '../url-prefix.ts'
import { useNames } from './link-offer.tsx'
import { readSettings } from './settings-file.ts'
import { type SettingsLink, toSettingsLink } from './settings-link.ts'
import { settingsMessages } from './settings-messages.ts'

/** The code is made when it is asked for: it has the settings of that moment. */
export function ToPhone() {
  const messages = settingsMessages.use()
  const listOf = useNames()
  const { storage } = usePage()
  const [link, setLink] = useState<SettingsLink>()
  const make = () => {
    toSettingsLink(location.origin + urlPrefix, readSettings(storage)).then(setLink, () => undefined)
  }
  return (
    <details class="text-sm" onToggle={(event) => event.currentTarget.open && make()}>
      <summary class="cursor-pointer py-2 text-accent">{messages.toPhone}</summary>
      {link && (
        <>
          <p class="text-soft">{isLocal(location.hostname) ? messages.local : messages.scan}</p>
          <div class="mt-3 aspect-square w-full max-w-72">
            <QrCode text={link.url} label={messages.toPhone} />
          </div>
          {link.left.length > 0 && <p class="mt-2 text-warn">{messages.left(listOf(link.left))}</p>}
        </>
      )}
    </details>
  )
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
