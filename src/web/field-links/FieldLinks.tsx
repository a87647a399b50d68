import { printable } from '../../charts/printable.ts'
import { Icon } from '../components/Icon.tsx'
import { useFieldLinks } from './use-field-links.ts'

interface Props {
  field: string
  value: string | number
  className: string
  onOpen?: () => void
}

/** The links of a value, which open other programs in a tab of their own. */
export function FieldLinks({ field, value, className, onOpen }: Props) {
  return useFieldLinks(field, value).map(({ label, address }) => (
    <a
      key={`${label} ${address}`}
      className={className}
      href={address}
      title={printable(address)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onOpen}
    >
      <Icon name="link" size={13} /> {printable(label)}
    </a>
  ))
}
