// The dialog in which users select their own clouds.
import { cloudTypes } from '../../../../src/contract/cloud-types.ts'
import { Checkboxes } from '../../components/checkboxes.tsx'
import { cloudNames } from '../../components/cloud-names.ts'
import { Dialog } from '../../components/dialog.tsx'
import { useMessages } from '../../use-messages.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import type { MyClouds } from './my-clouds.ts'

interface MyCloudsProps extends Pick<MyClouds, 'clouds'> {
  readonly onClose: () => void
}

export function MyCloudsDialog({ clouds, onClose }: MyCloudsProps) {
  const messages = useMessages(moreWorksMessages)
  const names = useMessages(cloudNames)
  return (
    <Dialog title={messages.mineTitle} onClose={onClose}>
      <p class="mb-2 text-sm text-soft">{messages.mineHint}</p>
      <Checkboxes
        options={cloudTypes}
        chosen={clouds.value}
        labelOf={(type) => names[type]}
        onChange={(chosen) => clouds.set(cloudTypes.filter((type) => chosen.includes(type)))}
      />
    </Dialog>
  )
}
