// The dialog in which users select their own clouds.
import { CloudCheckboxes } from '../../components/cloud-checkboxes.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { moreWorksMessages } from './more-works-messages.ts'
import type { MyClouds } from './my-clouds.ts'

export function MyCloudsDialog({ clouds, onClose }: Pick<MyClouds, 'clouds'> & { readonly onClose: () => void }) {
  const messages = moreWorksMessages.use()
  return (
    <Dialog title={messages.mineTitle} onClose={onClose}>
      <p class="mb-2 text-sm text-soft">{messages.mineHint}</p>
      <CloudCheckboxes chosen={clouds.value} onChange={clouds.set} />
    </Dialog>
  )
}
