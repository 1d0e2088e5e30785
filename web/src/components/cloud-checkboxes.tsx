// All clouds as checkboxes.
import { type CloudType, cloudTypes } from '../../../src/contract/cloud-types.ts'
import { Checkboxes } from './checkboxes.tsx'
import { cloudNames } from './cloud-names.ts'

interface CloudsProps {
  readonly chosen: readonly CloudType[]
  /** Called with the chosen ones in their usual order. */
  readonly onChange: (chosen: readonly CloudType[]) => void
}

export function CloudCheckboxes({ chosen, onChange }: CloudsProps) {
  const names = cloudNames.use()
  return (
    <Checkboxes
      options={cloudTypes}
      chosen={chosen}
      labelOf={(type) => names[type]}
      onChange={(types) => onChange(cloudTypes.filter((type) => types.includes(type)))}
    />
  )
}
