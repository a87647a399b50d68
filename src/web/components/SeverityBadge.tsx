import { nameText } from '../../charts/name-text.ts'
import { toneOf } from '../../charts/severity.ts'

/** A severity as a coloured badge with its name. */
export function SeverityBadge({ severity }: { severity: number }) {
  return <span className={`badge ${toneOf(severity)}`}>{nameText('severity', severity)}</span>
}
